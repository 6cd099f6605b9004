import { resolve } from 'node:path';
import type { SandboxPolicy } from '../../app-server/generated/protocol.js';
import type { AppServer } from '../../app-server/server/server.js';
import { readConfiguration } from '../../app-server/thread/configuration.js';
import type { TurnSandbox } from '../../app-server/thread/configured-sandbox.js';
import {
  forkThread,
  reopenThread,
  resumeThread,
  startThread,
  threadIdIn,
} from '../../app-server/thread/thread-requests.js';
import { definedOnly } from '../../json/defined-only.js';
import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
import type { OpenedThread, ThreadOptions } from './options.js';

/** Where a thread comes from. */
export type ThreadOrigin =
  | { readonly kind: 'start' }
  | { readonly kind: 'resume' | 'fork'; readonly threadId: string }
  /** It was open on a server that has ended: what its turns have set is to hold on. */
  | { readonly kind: 'reopen'; readonly threadId: string };

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
        return startThread(server, {
          ...settings,
          ...(ephemeral === undefined ? {} : { ephemeral }),
          ...(personality === undefined ? {} : { personality }),
          ...(rawItems === true ? { experimentalRawEvents: true } : {}),
          // A copy: the protocol's own type is not readonly. Of a resumed thread codex knows them already.
          ...(dynamicTools === undefined ? {} : { dynamicTools: structuredClone([...dynamicTools]) }),
        });
      case 'resume':
      case 'reopen': {
        const params = {
          threadId: origin.threadId,
          ...settings,
          ...(personality === undefined ? {} : { personality }),
          excludeTurns: true,
        };
        return origin.kind === 'resume' ? resumeThread(server, params) : reopenThread(server, params);
      }
      case 'fork':
        return forkThread(server, {
          threadId: origin.threadId,
          ...settings,
          ...(ephemeral === undefined ? {} : { ephemeral }),
          excludeTurns: true,
        });
    }
  })();
  const id = threadIdIn(result);
  return {
    id,
    model: stringOf(result['model']),
    codexVersion: server.version,
    sandbox: sandboxIn(result, server.sandboxes.get(id)),
    recordPath: stringOf(fieldsOf(result['thread'])?.['path']),
    notifiesRawItems: origin.kind === 'start' && rawItems === true,
    configFolders: async () => {
      const { layers } = await readConfiguration(server, settings.cwd);
      return layers.flatMap(({ folder }) => (folder === null ? [] : [folder]));
    },
  };
}

/** What its turns will have: what the first of them brings, or what codex says of the thread. */
function sandboxIn(result: Fields, brought: TurnSandbox | undefined): SandboxPolicy | null {
  if (brought === undefined) return fieldsOf(result['sandbox']) as SandboxPolicy | null;
  return 'permissions' in brought ? null : brought.sandboxPolicy;
}

/** Undefined members are left out on the wire. */
function settingsOf(options: ThreadOptions, serverCwd: string) {
  const cwd = resolve(serverCwd, options.cwd ?? '.');
  const { model, modelProvider, sandbox, approvalsReviewer, serviceTier, config } = options;
  const { baseInstructions, developerInstructions, addDirs = [] } = options;
  const roots = addDirs.map((folder) => resolve(cwd, folder));
  return definedOnly({
    cwd,
    approvalPolicy: options.approvalPolicy ?? ('never' as const),
    model,
    modelProvider,
    sandbox,
    approvalsReviewer: approvalsReviewer ?? ('user' as const),
    serviceTier,
    // A copy: the protocol's own type is not readonly.
    config: config === undefined ? undefined : structuredClone(config as Record<string, never>),
    baseInstructions,
    developerInstructions,
    runtimeWorkspaceRoots: roots.length === 0 ? undefined : [cwd, ...roots],
  });
}
