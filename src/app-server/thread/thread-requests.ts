import { realpathSync } from 'node:fs';
import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
import { waitAtMost } from '../../platform/time/wait-at-most.js';
import type * as protocol from '../generated/protocol.js';
import { RpcError } from '../protocol/rpc-error.js';
import type { AppServer } from '../server/server.js';
import { unknownMethod } from '../server/unsupported.js';
import { type Configuration, readConfiguration } from './configuration.js';
import {
  configuredSandbox,
  type SandboxRequest,
  sandboxOfConfiguration,
  type TurnSandbox,
} from './configured-sandbox.js';

/** The error code of codex for an unknown thread id. */
export const NO_THREAD = -32600;

/**
 * Starts a thread without trusting its directory, like `codex exec`.
 *
 * If a request names a directory and the sandbox may write there, codex (measured with 0.120 to 0.171) trusts the
 * directory: it records that in the user's `config.toml`, and loads the project's `.codex`. So the working directory of
 * the server is not named, and a thread in any other directory starts read-only; its first turn sets the real sandbox.
 * Marking the directory as untrusted is no alternative, since codex then also hides `AGENTS.md` from the model.
 *
 * @throws {RpcError} if codex rejects the request
 */
export async function startThread(server: AppServer, params: protocol.ThreadStartParams): Promise<Fields> {
  return opened(server, await startUntrusted(server, params));
}

async function startUntrusted(server: AppServer, params: protocol.ThreadStartParams): Promise<Fields> {
  const { cwd, sandbox, ...rest } = params;
  if (typeof cwd === 'string' && cwd === server.cwd && isRealPath(cwd)) {
    return server.request('thread/start', { ...rest, ...(sandbox === undefined ? {} : { sandbox }) });
  }
  if (sandbox === 'read-only') return server.request('thread/start', params);
  const harmless = { ...params, sandbox: 'read-only' } as const;
  const configuration = await configurationFor(server, params, () =>
    server.request('thread/start', harmless),
  );
  const configured = configuredSandbox(configuration, params);
  if (configured === null) return server.request('thread/start', params);
  const result = await server.request('thread/start', { ...harmless, ...workspaceRoots(params, configured) });
  server.sandboxes.set(threadIdIn(result), configured);
  return result;
}

/**
 * Resumes a thread with these settings.
 *
 * @throws {RpcError} if codex rejects the request, or the thread does not exist
 */
export async function resumeThread(server: AppServer, params: protocol.ThreadResumeParams): Promise<Fields> {
  const result = await withConfiguredSandbox(server, params, (sent) => server.request('thread/resume', sent));
  const threadId = threadIdIn(result);
  const isOpen = server.openThreads.has(threadId);
  opened(server, result);
  if (isOpen) await applySettings(server, threadId, params);
  return result;
}

/** Resumes a thread that was open on another server; it keeps the settings of its last turn. */
export async function reopenThread(server: AppServer, params: protocol.ThreadResumeParams): Promise<Fields> {
  return opened(server, await server.request('thread/resume', params));
}

const SETTINGS = [
  'model',
  'cwd',
  'approvalPolicy',
  'approvalsReviewer',
  'serviceTier',
  'personality',
] as const;

/** codex (0.171.0) ignores the settings of `thread/resume` for a thread that is still open on the server. */
async function applySettings(
  server: AppServer,
  threadId: string,
  params: protocol.ThreadResumeParams,
): Promise<void> {
  const configured = configuredSandbox(await readConfiguration(server, params.cwd), params);
  const sandbox = configured === null ? null : withRoots(configured, params.runtimeWorkspaceRoots ?? []);
  const settings = Object.fromEntries(SETTINGS.map((name) => [name, params[name]]));
  await server.request('thread/settings/update', { ...settings, ...sandbox, threadId });
  server.noteModel(threadId, params.model);
  // `onOpened` reports this sandbox; the next turn sets it again.
  if (sandbox !== null) server.sandboxes.set(threadId, sandbox);
}

/** @throws {RpcError} if codex rejects the request, or the thread does not exist */
export async function forkThread(server: AppServer, params: protocol.ThreadForkParams): Promise<Fields> {
  return opened(
    server,
    await withConfiguredSandbox(server, params, (sent) => server.request('thread/fork', sent)),
  );
}

/**
 * Starts a turn. The first turn of a thread sets the thread's sandbox, unless the caller names another one.
 *
 * @param raw - members of the parameters that are already JSON text
 * @throws {RpcError} if codex rejects the request
 */
export async function startTurn(
  server: AppServer,
  params: protocol.TurnStartParams,
  raw: Readonly<Record<string, string>>,
): Promise<Fields> {
  const { threadId, sandboxPolicy, permissions } = params;
  const bringsOwn = (sandboxPolicy ?? permissions ?? null) !== null;
  const sandbox = bringsOwn ? undefined : server.sandboxes.get(threadId);
  const result = await server.request('turn/start', { ...params, ...sandbox }, raw);
  server.sandboxes.delete(threadId);
  server.noteModel(threadId, params.model);
  return result;
}

/** @throws {RpcError} if codex rejects the request */
export async function startReview(server: AppServer, params: protocol.ReviewStartParams): Promise<Fields> {
  const { threadId } = params;
  const sandbox = server.sandboxes.get(threadId);
  // `review/start` has no sandbox parameter.
  if (sandbox !== undefined) await server.request('thread/settings/update', { threadId, ...sandbox });
  server.sandboxes.delete(threadId);
  return server.request('review/start', params);
}

/** Notes a thread that codex has opened. */
function opened(server: AppServer, result: Fields): Fields {
  const threadId = threadIdIn(result);
  server.openThreads.add(threadId);
  server.noteModel(threadId, result['model']);
  return result;
}

/** Returns the thread id in the result of `thread/start`. @throws {RpcError} if it has none */
export function threadIdIn(result: Fields): string {
  const id = stringOf(fieldsOf(result['thread'])?.['id']);
  if (id === null) throw new RpcError(NO_THREAD, 'The app server returned no thread id.');
  return id;
}

/** codex also treats the configured writable folders as roots of the workspace. */
function workspaceRoots(
  { cwd, runtimeWorkspaceRoots }: protocol.ThreadStartParams,
  sandbox: ReturnType<typeof configuredSandbox> & {},
): Pick<protocol.ThreadStartParams, 'runtimeWorkspaceRoots'> {
  if (!('sandboxPolicy' in sandbox) || sandbox.sandboxPolicy.type !== 'workspaceWrite') return {};
  const { writableRoots } = sandbox.sandboxPolicy;
  const own = runtimeWorkspaceRoots ?? (typeof cwd === 'string' ? [cwd] : []);
  return writableRoots.length === 0 || own.length === 0
    ? {}
    : { runtimeWorkspaceRoots: [...new Set([...own, ...writableRoots])] };
}

function withRoots(sandbox: TurnSandbox, roots: readonly string[]): TurnSandbox {
  if (!('sandboxPolicy' in sandbox) || sandbox.sandboxPolicy.type !== 'workspaceWrite') return sandbox;
  const writableRoots = [...new Set([...sandbox.sandboxPolicy.writableRoots, ...roots])];
  return { sandboxPolicy: { ...sandbox.sandboxPolicy, writableRoots } };
}

/** Opens an existing thread with the configured sandbox instead of the one that the thread had before. */
async function withConfiguredSandbox<P extends SandboxRequest>(
  server: AppServer,
  params: P,
  send: (params: P) => Promise<Fields>,
): Promise<Fields> {
  if (typeof params.sandbox === 'string') return send(params);
  const configuration = await configurationFor(server, params, () => send(params));
  return send({ ...params, config: { ...params.config, ...sandboxOfConfiguration(configuration, params) } });
}

/**
 * Reads the configuration for a thread. If that fails, opens the thread anyway, since codex's error for that says what
 * is wrong and where.
 */
async function configurationFor(
  server: AppServer,
  { cwd }: SandboxRequest,
  open: () => Promise<unknown>,
): Promise<Configuration> {
  try {
    return await readConfiguration(server, cwd);
  } catch (error) {
    if (error instanceof RpcError && unknownMethod(error, 'config/read') === null) await open();
    throw error;
  }
}

/** The process knows its directory only by its real path; codex may record trust under the path of a symlink. */
function isRealPath(path: string): boolean {
  try {
    return realpathSync(path) === path;
  } catch {
    // If the directory was removed, codex reports it for a request that names it.
    return false;
  }
}

const LIMIT_MS = 2_000;

/**
 * Stops a thread's running commands. The app server (0.171.0) keeps them after the end of their turn, even if it was
 * interrupted, while `codex exec` stops them when it exits.
 *
 * Never rejects: if the server does not support it or does not answer, the commands end with the server.
 */
export async function endCommands(server: AppServer, threadId: string): Promise<void> {
  if (server.exit !== null) return;
  const cleaned = server.request('thread/backgroundTerminals/clean', { threadId }).catch(() => undefined);
  await waitAtMost(cleaned, LIMIT_MS);
}
