import { realpathSync } from 'node:fs';
import { type Fields, fieldsOf, stringOf } from '../../json/fields.js';
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

/** As codex says it of an id that it does not find. */
export const NO_THREAD = -32600;

/**
 * Starts a thread without trusting its directory, as `codex exec` does.
 *
 * If a request names a directory and the sandbox may write there, codex takes the directory as trusted: it
 * writes so into the user's `config.toml`, and reads and runs what the project's `.codex` says (tried with
 * 0.120 to 0.171). It does not do that for the directory that the process itself runs in, which need not be
 * named. In any other the thread is started read-only, and its first turn brings the sandbox that it is meant
 * to have. To call the directory untrusted would not do: codex then keeps `AGENTS.md` from the model, too.
 *
 * @throws {RpcError} if codex refuses
 */
export async function startThread(server: AppServer, params: protocol.ThreadStartParams): Promise<Fields> {
  const result = await started(server, params);
  server.openThreads.add(threadIdIn(result));
  return result;
}

async function started(server: AppServer, params: protocol.ThreadStartParams): Promise<Fields> {
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
 * @throws {RpcError} if codex refuses, or there is no such thread
 */
export async function resumeThread(server: AppServer, params: protocol.ThreadResumeParams): Promise<Fields> {
  const result = await withConfiguredSandbox(server, params, (sent) => server.request('thread/resume', sent));
  const threadId = threadIdIn(result);
  if (server.openThreads.has(threadId)) await applySettings(server, threadId, params);
  server.openThreads.add(threadId);
  return result;
}

/** Opens a thread on this server that another one had open: what its turns have set holds on. */
export async function reopenThread(server: AppServer, params: protocol.ThreadResumeParams): Promise<Fields> {
  const result = await server.request('thread/resume', params);
  server.openThreads.add(threadIdIn(result));
  return result;
}

const SETTINGS = [
  'model',
  'cwd',
  'approvalPolicy',
  'approvalsReviewer',
  'serviceTier',
  'personality',
] as const;

/** codex ignores the settings with which a thread is resumed if the thread is still open there (0.171.0). */
async function applySettings(
  server: AppServer,
  threadId: string,
  params: protocol.ThreadResumeParams,
): Promise<void> {
  const configured = configuredSandbox(await readConfiguration(server, params.cwd), params);
  const sandbox = configured === null ? null : withRoots(configured, params.runtimeWorkspaceRoots ?? []);
  const settings = Object.fromEntries(SETTINGS.map((name) => [name, params[name]]));
  await server.request('thread/settings/update', { ...settings, ...sandbox, threadId });
  // For whoever asks which sandbox the thread has; its next turn brings it once more.
  if (sandbox !== null) server.sandboxes.set(threadId, sandbox);
}

/** @throws {RpcError} if codex refuses, or there is no such thread */
export async function forkThread(server: AppServer, params: protocol.ThreadForkParams): Promise<Fields> {
  const result = await withConfiguredSandbox(server, params, (sent) => server.request('thread/fork', sent));
  server.openThreads.add(threadIdIn(result));
  return result;
}

/**
 * Starts a turn; the first of a thread brings its sandbox, unless the caller names another one.
 *
 * @param raw - members of the parameters that are JSON text already
 * @throws {RpcError} if codex refuses
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
  return result;
}

/** @throws {RpcError} if codex refuses */
export async function startReview(server: AppServer, params: protocol.ReviewStartParams): Promise<Fields> {
  const { threadId } = params;
  const sandbox = server.sandboxes.get(threadId);
  // A review takes no sandbox of its own.
  if (sandbox !== undefined) await server.request('thread/settings/update', { threadId, ...sandbox });
  server.sandboxes.delete(threadId);
  return server.request('review/start', params);
}

/** @throws {RpcError} if the answer to the start of a thread names none */
export function threadIdIn(result: Fields): string {
  const id = stringOf(fieldsOf(result['thread'])?.['id']);
  if (id === null) throw new RpcError(NO_THREAD, 'The app server named no thread.');
  return id;
}

/** To codex the folders that a configuration lets a thread write to are roots of its workspace, too. */
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

/** The same sandbox with more folders that it may write to. */
function withRoots(sandbox: TurnSandbox, roots: readonly string[]): TurnSandbox {
  if (!('sandboxPolicy' in sandbox) || sandbox.sandboxPolicy.type !== 'workspaceWrite') return sandbox;
  const writableRoots = [...new Set([...sandbox.sandboxPolicy.writableRoots, ...roots])];
  return { sandboxPolicy: { ...sandbox.sandboxPolicy, writableRoots } };
}

/** Opens a thread that exists with the sandbox of the configuration, whatever the thread had before. */
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
 * The configuration for a thread. If it cannot be read, the thread is asked for all the same: codex says there
 * what is wrong, and where.
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

/** The process knows its directory by this path alone; trust may be kept under a symlink's. */
function isRealPath(path: string): boolean {
  try {
    return realpathSync(path) === path;
  } catch {
    // Removed since the process was started: codex says so when it is named.
    return false;
  }
}
