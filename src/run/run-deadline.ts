import type { StopCause } from '../outcome/evidence.js';
import { abortCause } from '../transports/process/supervise.js';
import { startTimer } from '../transports/process/timer.js';

/** When a run has to be over, also if what it still waits for is the caller's own code. */
export interface RunDeadline {
  /** The limit for the whole run, in milliseconds; 0: none. */
  readonly timeoutMs: number;
  /** What is left of it; infinite without a limit. */
  readonly leftMs: number;
  readonly signal?: AbortSignal | undefined;
}

/** Waits for the work, or for the deadline; its cause is then the result, and the work is left alone. */
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
