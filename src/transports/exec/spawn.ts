import { existsSync } from 'node:fs';
import { execa } from 'execa';
import { spawnFailed } from '../../codex/failures.js';
import { codexHomeProblem } from '../../codex/home.js';
import type { CodexInstallation, Environment } from '../../codex/installation.js';
import type { SpawnFailedFailure } from '../../outcome/outcome.js';
import { signalProcesses } from '../process/group.js';
import { ManagedChild, type SpawnedProcess } from '../process/managed-child.js';
import { type EndsWithCodex, OWNER_VARIABLE, OwnerMark, orphans } from '../process/owned-processes.js';

export interface SpawnRequest {
  readonly codex: CodexInstallation;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  readonly killGraceMs: number;
  /** What of this codex is to end with it, even if it ends well. Default: all. */
  readonly ends?: EndsWithCodex;
}

/** Starts codex in a process group of its own, with three pipes that nobody reads yet. */
export async function spawnCodex(request: SpawnRequest): Promise<ManagedChild | SpawnFailedFailure> {
  const { codex, args, env, cwd } = request;
  const homeProblem = codexHomeProblem(env, cwd);
  if (homeProblem !== null) return spawnFailed(homeProblem);
  const mark = new OwnerMark(request.ends ?? 'all');
  endOrphansOnce();
  const subprocess = execa(codex.path, [...codex.prefixArgs, ...args], {
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
  if (isStarted(subprocess)) return new ManagedChild(subprocess, request.killGraceMs, mark);
  const { code, originalMessage } = await subprocess;
  return spawnFailed(reasonOf(code, originalMessage, request));
}

let orphansEnded = false;

/** Hosts that were killed could not end what they had started. Once a process, and after codex was started. */
function endOrphansOnce(): void {
  if (orphansEnded) return;
  orphansEnded = true;
  setImmediate(async () => signalProcesses(await orphans(), 'SIGKILL'));
}

function isStarted<T extends { readonly pid?: number | undefined }>(
  subprocess: T,
): subprocess is T & SpawnedProcess {
  return subprocess.pid !== undefined;
}

function reasonOf(
  code: string | undefined,
  original: string | undefined,
  { codex, cwd }: SpawnRequest,
): string {
  switch (code) {
    case 'ENOENT':
      if (!existsSync(cwd)) return `the working directory ${cwd} does not exist`;
      if (existsSync(codex.path)) return `${codex.path} names an interpreter that does not exist`;
      return `${codex.path} does not exist any more`;
    case 'ENOTDIR':
      return `the working directory ${cwd} is not a directory`;
    case 'EACCES':
      return `${codex.path} (or its interpreter, or the working directory) may not be used: permission denied`;
    case 'ENOEXEC':
      return `${codex.path} is not a program for this machine`;
    case 'E2BIG':
      return 'its arguments and environment are too long for this system';
    case 'EAGAIN':
    case 'ENOMEM':
    case 'EMFILE':
    case 'ENFILE':
      return `the system is out of resources (${code})`;
    default:
      return `${codex.path}: ${original ?? code ?? 'unknown reason'}`;
  }
}
