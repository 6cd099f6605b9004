import { type ChildProcess, spawn } from 'node:child_process';
import { spawnFailed } from '../../codex/failures.js';
import type { CodexInstallation, Environment } from '../../codex/installation.js';
import type { SpawnFailedFailure } from '../../outcome/outcome.js';
import type { ExitStatus } from '../../platform/process/managed-child.js';

export interface PassThroughOptions {
  readonly codex: CodexInstallation;
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
}

const FORWARDED = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/**
 * Runs codex as if it had been started directly: with the stdin, stdout and stderr of this process, in its process
 * group (so that Ctrl-C in a terminal reaches codex), and with its signals forwarded.
 */
export function passThrough(options: PassThroughOptions): Promise<ExitStatus | SpawnFailedFailure> {
  const { codex, args, env, cwd } = options;
  return new Promise((resolve) => {
    let child: ChildProcess | null = null;
    const forward = (signal: NodeJS.Signals) => void child?.kill(signal);
    // codex may print something, and be sent a signal in response, before the code after `spawn` runs.
    for (const signal of FORWARDED) process.on(signal, forward);
    const done = (result: ExitStatus | SpawnFailedFailure) => {
      for (const signal of FORWARDED) process.off(signal, forward);
      resolve(result);
    };
    child = spawn(codex.path, [...codex.prefixArgs, ...args], {
      cwd,
      env: { ...env, ...codex.env },
      stdio: 'inherit',
    });
    child.once('error', ({ message }) => done(spawnFailed(`${codex.path}: ${message}`)));
    child.once('exit', (exitCode, signal) => done({ exitCode, signal }));
  });
}
