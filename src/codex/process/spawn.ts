import type { ChildProcess } from 'node:child_process';
import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import type { Options } from 'execa';
import type { SpawnFailedFailure } from '../../outcome/outcome.js';
import { signalProcesses } from '../../platform/process/group.js';
import { lateModule } from '../../platform/process/late-module.js';
import { ManagedChild, type SpawnedProcess } from '../../platform/process/managed-child.js';
import {
  OWNER_VARIABLE,
  OwnerMark,
  orphans,
  type StopsWithCodex,
} from '../../platform/process/owned-processes.js';
import { outOfResources } from '../../platform/process/resources.js';
import { codexHomeProblem } from '../codex-home.js';
import { spawnFailed } from '../failures.js';
import type { CodexInstallation, Environment } from '../installation.js';

export interface SpawnRequest {
  readonly codex: CodexInstallation;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  readonly killGraceMs: number;
  /** Which processes are stopped when codex exits by itself. Default: all. */
  readonly stops?: StopsWithCodex;
}

/** Starts codex in its own process group, with pipes for stdin, stdout and stderr. */
export async function spawnCodex(request: SpawnRequest): Promise<ManagedChild | SpawnFailedFailure> {
  const { codex, args, env, cwd } = request;
  const homeProblem = codexHomeProblem(env, cwd);
  if (homeProblem !== null) return spawnFailed(homeProblem);
  // execa's error for this needs the working directory of this process, which may be deleted too.
  if (!existsSync(cwd)) return spawnFailed(`the working directory ${cwd} does not exist`);
  const mark = new OwnerMark(request.stops ?? 'all', env);
  killOrphansOnce();
  const { subprocess, error } = await startWithExeca(codex.path, [...codex.prefixArgs, ...args], {
    cwd,
    env: { ...env, ...codex.env, [OWNER_VARIABLE]: mark.value },
    extendEnv: false,
    detached: process.platform !== 'win32',
    stdio: 'pipe',
    encoding: 'buffer',
    buffer: false,
    cleanup: false,
    reject: false,
    windowsHide: true,
  });
  if (error !== undefined) return spawnFailed(reasonOf(error, request));
  if (isStarted(subprocess)) return new ManagedChild(subprocess, request.killGraceMs, mark);
  const { code, originalMessage = '' } = await subprocess;
  return spawnFailed(reasonOf({ code, message: originalMessage }, request));
}

/**
 * Returns execa's subprocess, or why Node could not start it. (In an object, since the subprocess is a promise.)
 *
 * If no descriptors are left for the pipes, execa throws a TypeError, and the `error` event of its child process has no
 * listener, which would crash this process. The child, and so the reason, is found by Node's diagnostics channel.
 */
async function startWithExeca<const O extends Options>(file: string, args: readonly string[], options: O) {
  const { execa } = await lateModule({ what: 'execa', entry: 'execa', load: () => import('execa') });
  let child: ChildProcess | undefined;
  const seen = (message: unknown) => {
    child = (message as { readonly process: ChildProcess }).process;
  };
  subscribe('child_process', seen);
  try {
    return { subprocess: execa(file, args, options) };
  } catch (thrown) {
    if (child === undefined || child.pid !== undefined) throw thrown;
    const [error] = (await once(child, 'error')) as [NodeJS.ErrnoException];
    return { error };
  } finally {
    unsubscribe('child_process', seen);
  }
}

let orphansKilled = false;

/** Kills what other hosts left behind because they were killed. Runs once per process, after codex was started. */
function killOrphansOnce(): void {
  if (orphansKilled) return;
  orphansKilled = true;
  setImmediate(async () => signalProcesses(await orphans(), 'SIGKILL'));
}

function isStarted<T extends { readonly pid?: number | undefined }>(
  subprocess: T,
): subprocess is T & SpawnedProcess {
  return subprocess.pid !== undefined;
}

function reasonOf(
  { code, message }: Pick<NodeJS.ErrnoException, 'code' | 'message'>,
  { codex, cwd }: SpawnRequest,
): string {
  switch (code) {
    case 'ENOENT':
      if (existsSync(codex.path)) return `the interpreter of ${codex.path} does not exist`;
      return `${codex.path} no longer exists`;
    case 'ENOTDIR':
      return `the working directory ${cwd} is not a directory`;
    case 'EACCES':
      return `${codex.path}, its interpreter or the working directory cannot be used: permission denied`;
    case 'ENOEXEC':
      return `${codex.path} is not a program for this machine`;
    case 'E2BIG':
      return 'its arguments and environment are too long for this system';
    case 'ERR_INVALID_ARG_VALUE':
      // The rest of the message quotes the value, which may be a secret.
      return message.replace(/ Received [\s\S]*$/, '');
    default:
      return outOfResources(code) ?? `${codex.path}: ${message}`;
  }
}
