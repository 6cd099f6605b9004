import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { spawnFailed } from '../../codex/failures.js';
import type { CodexInstallation, Environment } from '../../codex/installation.js';
import { outOfResources } from '../../codex/resources.js';
import type { SpawnFailedFailure } from '../../outcome/outcome.js';
import { ManagedChild, type SpawnedProcess } from '../process/managed-child.js';

export interface SpawnRequest {
  readonly codex: CodexInstallation;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  readonly killGraceMs: number;
}

/**
 * Starts codex in a process group of its own, with three pipes that nobody reads yet.
 *
 * By Node's own `spawn`: execa cannot be used, since it throws where Node has no descriptors left for the pipes,
 * and leaves the `error` event of that child without a listener, which ends this process.
 */
export async function spawnCodex(request: SpawnRequest): Promise<ManagedChild | SpawnFailedFailure> {
  const child = spawned(request);
  if ('kind' in child) return child;
  if (!isStarted(child)) {
    const [error] = (await once(child, 'error')) as [NodeJS.ErrnoException];
    return spawnFailed(reasonOf(error, request));
  }
  // A pipe that breaks is judged by the exit of codex, as any other end of its output.
  child.stdout.on('error', () => {});
  child.stderr.on('error', () => {});
  return new ManagedChild(child, request.killGraceMs);
}

/** Some reasons not to start are thrown, others come as an event of the child. */
function spawned(request: SpawnRequest): ChildProcess | SpawnFailedFailure {
  const { codex, args, env, cwd } = request;
  try {
    return spawn(codex.path, [...codex.prefixArgs, ...args], {
      cwd,
      env: { ...env, ...codex.env },
      detached: process.platform !== 'win32',
      stdio: 'pipe',
      windowsHide: true,
    });
  } catch (error) {
    return spawnFailed(reasonOf(error as NodeJS.ErrnoException, request));
  }
}

function isStarted(child: ChildProcess): child is ChildProcess & SpawnedProcess {
  return child.pid !== undefined;
}

function reasonOf({ code, message }: NodeJS.ErrnoException, { codex, cwd }: SpawnRequest): string {
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
    default:
      return outOfResources(code) ?? `${codex.path}: ${message}`;
  }
}
