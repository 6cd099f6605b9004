import { abortCause } from '../codex/process/supervisor.js';
import type { StopCause } from '../outcome/evidence.js';
import { waitAtMost } from '../platform/time/wait-at-most.js';

/** When a run must be over, even if it waits for the caller's own code. */
export interface RunDeadline {
  /** The time limit of the whole run, in milliseconds; 0: none. */
  readonly timeoutMs: number;
  /** The milliseconds left; infinite without a limit. */
  readonly leftMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Waits for work until the deadline or an abort, whose cause is then the result; the work is not stopped. */
export async function raceDeadline<T extends object>(
  work: Promise<T>,
  { timeoutMs, leftMs, signal }: RunDeadline,
): Promise<T | StopCause> {
  const result = await waitAtMost(work, timeoutMs === 0 ? 0 : Math.max(leftMs, 1), signal);
  if (result === 'late') return { kind: 'timeout', limit: 'overall', ms: timeoutMs };
  return result === 'aborted' ? abortCause(signal) : result;
}
