import { spawn } from 'node:child_process';
import { ManagedChild } from '../../platform/process/managed-child.js';
import { startTimer } from '../../platform/time/timer.js';
import type { CodexInstallation, Environment } from '../installation.js';

/** The maximum per stream; a longer output is not the answer to a short question. */
const MAX_OUTPUT = 16_384;

/** The result of a short call of codex, such as `--version`. */
export interface ShortRun {
  readonly stdout: string;
  readonly stderr: string;
  /** Null if a signal killed codex, for example ours at the time limit. */
  readonly exitCode: number | null;
  /** Whether codex was stopped at the time limit. */
  readonly timedOut: boolean;
}

export interface ShortRunLimits {
  /** The time limit; 0: none. */
  readonly limitMs: number;
  readonly signal?: AbortSignal;
  /** About how many characters of each stream are kept. Default 16,384. */
  readonly maxOutput?: number;
  /** Gets stdout so far; returns true if codex can be stopped. */
  readonly isEnough?: (stdout: string) => boolean;
}

/**
 * Runs codex with these arguments and an empty stdin, and stops it at the time limit or on an abort.
 *
 * @throws if codex cannot be started
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
    // The decoder joins characters that are split between chunks.
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
