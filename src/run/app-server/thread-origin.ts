import { resolve } from 'node:path';
import { fieldsOf, stringOf } from '../../events/fields.js';
import type { SandboxPolicy } from '../../transports/app-server/generated/protocol.js';
import { RpcError } from '../../transports/app-server/rpc-error.js';
import type { AppServer } from '../../transports/app-server/server.js';
import type { OpenedThread, ThreadOptions } from './options.js';

/** Where a thread comes from. */
export type ThreadOrigin =
  | { readonly kind: 'start' }
  | { readonly kind: 'resume' | 'fork'; readonly threadId: string };

/**
 * Opens a thread on a server and gives what codex says of it.
 *
 * @throws {RpcError} where codex refuses
 */
export async function openOn(
  server: AppServer,
  origin: ThreadOrigin,
  options: ThreadOptions,
  serverCwd: string,
): Promise<OpenedThread> {
  const settings = settingsOf(options, serverCwd);
  const { ephemeral, personality, dynamicTools, rawItems } = options;
  const result = await (() => {
    switch (origin.kind) {
      case 'start':
        return server.request('thread/start', {
          ...settings,
          ...(ephemeral === undefined ? {} : { ephemeral }),
          ...(personality === undefined ? {} : { personality }),
          ...(rawItems === true ? { experimentalRawEvents: true } : {}),
          // A copy: the protocol's own type is not readonly. Of a resumed thread codex knows them already.
          ...(dynamicTools === undefined ? {} : { dynamicTools: structuredClone([...dynamicTools]) }),
        });
      case 'resume':
        return server.request('thread/resume', {
          threadId: origin.threadId,
          ...settings,
          ...(personality === undefined ? {} : { personality }),
          excludeTurns: true,
        });
      case 'fork':
        return server.request('thread/fork', {
          threadId: origin.threadId,
          ...settings,
          ...(ephemeral === undefined ? {} : { ephemeral }),
          excludeTurns: true,
        });
    }
  })();
  const thread = fieldsOf(result['thread']);
  const id = stringOf(thread?.['id']);
  if (id === null) throw new RpcError(-32600, 'The app server named no thread.');
  return {
    id,
    model: stringOf(result['model']),
    codexVersion: server.version,
    sandbox: fieldsOf(result['sandbox']) as SandboxPolicy | null,
    recordPath: stringOf(thread?.['path']),
    notifiesRawItems: origin.kind === 'start' && rawItems === true,
  };
}

/** Undefined members are left out on the wire. */
function settingsOf(options: ThreadOptions, serverCwd: string) {
  const cwd = options.cwd === undefined ? serverCwd : resolve(serverCwd, options.cwd);
  const { model, modelProvider, sandbox, approvalsReviewer, serviceTier, config } = options;
  const { baseInstructions, developerInstructions, addDirs = [] } = options;
  const roots = addDirs.map((folder) => resolve(cwd, folder));
  return definedOnly({
    cwd,
    approvalPolicy: options.approvalPolicy ?? ('never' as const),
    model,
    modelProvider,
    sandbox,
    approvalsReviewer,
    serviceTier,
    // A copy: the protocol's own type is not readonly.
    config: config === undefined ? undefined : structuredClone(config as Record<string, never>),
    baseInstructions,
    developerInstructions,
    runtimeWorkspaceRoots: roots.length === 0 ? undefined : [cwd, ...roots],
  });
}

type Defined<T> = { [K in keyof T]?: Exclude<T[K], undefined> };

/** The members that have a value. */
export function definedOnly<T extends object>(members: T): Defined<T> {
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined)) as Defined<T>;
}
