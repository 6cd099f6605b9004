import { spawn } from 'node:child_process';
import { ManagedChild } from '../../platform/process/managed-child.js';
import { startTimer } from '../../platform/time/timer.js';
import type { CodexInstallation, Environment } from '../installation.js';

/** Of each stream; whoever prints more has nothing to say that a short question was about. */
const MAX_OUTPUT = 16_384;

/** What codex said to a question that it answers at once, such as `--version`. */
export interface ShortRun {
  readonly stdout: string;
  readonly stderr: string;
  /** Null where a signal ended it, ours at the limit included. */
  readonly exitCode: number | null;
  /** Whether it was ended for taking longer than the limit. */
  readonly timedOut: boolean;
}

export interface ShortRunLimits {
  /** 0: none. */
  readonly limitMs: number;
  readonly signal?: AbortSignal;
  /** Characters of each stream that are kept, about; default 16,384. */
  readonly maxOutput?: number;
  /** Told all of stdout so far; true ends the run, since nothing of interest is to come. */
  readonly isEnough?: (stdout: string) => boolean;
}

/**
 * Runs codex with these arguments and an empty stdin, and ends it at the limit or when it is aborted.
 *
 * @throws where it cannot be started
 */
export async function runShortly(
  codex: CodexInstallation,
  args: readonly string[],
  env: Environment,
  { limitMs, signal, maxOutput = MAX_OUTPUT, isEnough }: ShortRunLimits,
): Promise<ShortRun> {
  const child = spawn(codex.path, [...codex.prefixArgs, ...args], {
    env: { ...env, ...codex.env },
    detached: process.platform !== 'win32',
    stdio: 'pipe',
    windowsHide: true,
  });
  const { pid, stdin, stdout, stderr } = child;
  if (pid === undefined) return await new Promise((_, reject) => child.once('error', reject));
  const managed = new ManagedChild({ pid, stdin, stdout, stderr, once: child.once.bind(child) }, 0, null);
  const said = { stdout: '', stderr: '' };
  for (const [name, stream] of [['stdout', stdout] as const, ['stderr', stderr] as const]) {
    // A character may be cut in two by the end of a chunk.
    stream.setEncoding('utf8').on('data', (chunk: string) => {
      if (said[name].length < maxOutput) said[name] += chunk;
      if (isEnough?.(said.stdout) === true) void managed.stop();
    });
  }
  stdin.end();
  let timedOut = false;
  const cancel = startTimer(limitMs, () => {
    timedOut = true;
    void managed.stop();
  });
  const abort = () => void managed.stop();
  signal?.addEventListener('abort', abort, { once: true });
  if (signal?.aborted) abort();
  const { exitCode } = await managed.exited;
  signal?.removeEventListener('abort', abort);
  cancel();
  await managed.settle();
  return { ...said, exitCode, timedOut };
}
