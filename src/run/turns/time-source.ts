import { setTimeout as sleep } from 'node:timers/promises';

/** Time and chance, for waits between turns; tests bring their own. */
export interface TimeSource {
  /** Of the calendar, in milliseconds since 1970. */
  now(): number;
  /** Since some moment, in milliseconds; never goes back. */
  elapsed(): number;
  /** From 0 to below 1. */
  random(): number;
  /** Resolves when the time is over, or at once when the signal is aborted. */
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
