import { startTimer } from './timer.js';

/**
 * Waits for work until a time limit or an abort, whichever is first. The work itself is not stopped.
 *
 * @param ms - the limit in milliseconds; 0: none
 * @returns the result of the work, or why it was not waited for
 * @throws what the work rejects with, if it does so in time
 */
export function waitAtMost<T>(work: Promise<T>, ms: number): Promise<T | 'late'>;
export function waitAtMost<T>(
  work: Promise<T>,
  ms: number,
  signal: AbortSignal | undefined,
): Promise<T | 'late' | 'aborted'>;
export async function waitAtMost<T>(
  work: Promise<T>,
  ms: number,
  signal?: AbortSignal,
): Promise<T | 'late' | 'aborted'> {
  let stopWaiting = () => {};
  const over = new Promise<'late' | 'aborted'>((resolve) => {
    const abort = () => resolve('aborted');
    const cancel = startTimer(ms, () => resolve('late'));
    stopWaiting = () => {
      cancel();
      signal?.removeEventListener('abort', abort);
    };
    if (signal?.aborted === true) abort();
    else signal?.addEventListener('abort', abort, { once: true });
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    stopWaiting();
  }
}
