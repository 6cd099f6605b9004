import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { waitAtMost } from '../../../../src/platform/time/wait-at-most.js';

const NEVER = new Promise<never>(() => {});

describe('waitAtMost', () => {
  it('returns the result of work that finishes in time, and stops listening', async () => {
    const { signal } = new AbortController();
    expect(await waitAtMost(Promise.resolve(7), 60_000, signal)).toBe(7);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('returns "late" at the time limit', async () => {
    expect(await waitAtMost(NEVER, 5)).toBe('late');
  });

  it('returns "aborted" as soon as the signal aborts, without a time limit too', async () => {
    const controller = new AbortController();
    const waited = waitAtMost(NEVER, 0, controller.signal);
    controller.abort();
    expect(await waited).toBe('aborted');
    expect(await waitAtMost(NEVER, 60_000, controller.signal)).toBe('aborted');
  });

  it('prefers work that has finished already to a signal that has aborted already', async () => {
    expect(await waitAtMost(Promise.resolve('done'), 0, AbortSignal.abort())).toBe('done');
  });

  it('rejects with the error of the work, and stops listening', async () => {
    const { signal } = new AbortController();
    await expect(waitAtMost(Promise.reject(new Error('broken')), 60_000, signal)).rejects.toThrow('broken');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});
