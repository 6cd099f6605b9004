import { abortCause } from '../codex/process/supervise.js';
import type { StopCause } from '../outcome/evidence.js';
import { startTimer } from '../platform/time/timer.js';

/** When a run must be over, even if it waits for the caller's own code. */
export interface RunDeadline {
  /** The time limit of the whole run, in milliseconds; 0: none. */
  readonly timeoutMs: number;
  /** The milliseconds left; infinite without a limit. */
  readonly leftMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Waits for work until the deadline or an abort, whose cause is then the result; the work is not stopped. */
export async function raceDeadline<T>(work: Promise<T>, deadline: RunDeadline): Promise<T | StopCause> {
  const { timeoutMs, leftMs, signal } = deadline;
  let leave = () => {};
  const over = new Promise<StopCause>((resolve) => {
    const aborted = () => {
      if (signal !== undefined) resolve(abortCause(signal));
    };
    const cancel = startTimer(timeoutMs === 0 ? 0 : Math.max(leftMs, 1), () =>
      resolve({ kind: 'timeout', limit: 'overall', ms: timeoutMs }),
    );
    signal?.addEventListener('abort', aborted, { once: true });
    leave = () => {
      cancel();
      signal?.removeEventListener('abort', aborted);
    };
    if (signal?.aborted === true) aborted();
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    leave();
  }
}
