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

/** How a thread is opened. */
export type ThreadOrigin =
  | { readonly kind: 'start' }
  | { readonly kind: 'resume' | 'fork'; readonly threadId: string }
  /** The thread was open on a server that has exited; it keeps the settings of its last turn. */
  | { readonly kind: 'reopen'; readonly threadId: string };

/**
 * Opens a thread on a server.
 *
 * @throws {RpcError} if codex rejects the request
 */
export async function openThreadOn(
  server: AppServer,
  origin: ThreadOrigin,
  options: ThreadOptions,
  serverCwd: string,
): Promise<OpenedThread> {
  const settings = settingsOf(options, serverCwd);
  const result = await sendOpen(server, origin, options, settings);
  const id = threadIdIn(result);
  return {
    id,
    model: stringOf(result['model']),
    codexVersion: server.version,
    sandbox: sandboxIn(result, server.sandboxes.get(id)),
    recordPath: stringOf(fieldsOf(result['thread'])?.['path']),
    notifiesRawItems: origin.kind === 'start' && options.rawItems === true,
    configFolders: async () => {
      const { layers } = await readConfiguration(server, settings.cwd);
      return layers.flatMap(({ folder }) => (folder === null ? [] : [folder]));
    },
  };
}

function sendOpen(
  server: AppServer,
  origin: ThreadOrigin,
  { ephemeral, personality, dynamicTools, rawItems }: ThreadOptions,
  settings: ReturnType<typeof settingsOf>,
): Promise<Fields> {
  const excludeTurns = true;
  switch (origin.kind) {
    case 'start': {
      // Copied since the protocol's type is not readonly. codex remembers the tools of a resumed thread.
      const tools = dynamicTools && structuredClone([...dynamicTools]);
      const experimentalRawEvents = rawItems === true ? true : undefined;
      const own = definedOnly({ ephemeral, personality, experimentalRawEvents, dynamicTools: tools });
      return startThread(server, { ...settings, ...own });
    }
    case 'resume':
    case 'reopen': {
      const { kind, threadId } = origin;
      const params = { threadId, ...settings, ...definedOnly({ personality }), excludeTurns };
      return kind === 'resume' ? resumeThread(server, params) : reopenThread(server, params);
    }
    case 'fork': {
      const { threadId } = origin;
      return forkThread(server, { threadId, ...settings, ...definedOnly({ ephemeral }), excludeTurns });
    }
  }
}

/** Returns the sandbox of the thread's turns: the one that its next turn sets, or else the one that codex reports. */
function sandboxIn(result: Fields, pending: TurnSandbox | undefined): SandboxPolicy | null {
  if (pending === undefined) return fieldsOf(result['sandbox']) as SandboxPolicy | null;
  return 'permissions' in pending ? null : pending.sandboxPolicy;
}

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
    // Copied since the protocol's type is not readonly.
    config: config === undefined ? undefined : structuredClone(config as Record<string, never>),
    baseInstructions,
    developerInstructions,
    runtimeWorkspaceRoots: roots.length === 0 ? undefined : [cwd, ...roots],
  });
}
