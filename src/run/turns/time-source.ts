import { setTimeout as sleep } from 'node:timers/promises';

/** Time and randomness for waits between turns; tests replace it. */
export interface TimeSource {
  /** Milliseconds since 1970. */
  now(): number;
  /** Milliseconds of a monotonic clock. */
  elapsed(): number;
  /** At least 0 and below 1. */
  random(): number;
  /** Resolves after the time, or at once when the signal is aborted. */
  wait(ms: number, signal: AbortSignal | undefined): Promise<void>;
}

export const SYSTEM_TIME: TimeSource = {
  now: Date.now,
  elapsed: () => performance.now(),
  random: Math.random,
  async wait(ms, signal) {
    try {
      await sleep(ms, undefined, signal === undefined ? {} : { signal });
    } catch (error) {
      if (signal?.aborted !== true) throw error;
    }
  },
};
