import { describe, expect, it } from 'vitest';
import { BatchProgressState } from '../../../../src/cli/watch/batch-progress-state.js';
import { invalidTask, key, mismatch, ok } from './sample-results.js';

describe('the state of a batch', () => {
  it('counts kinds, ok first, and tokens of what has run', () => {
    const state = new BatchProgressState(0);
    state.finished(mismatch('a', 0), 1);
    state.finished(mismatch('b', 1), 2);
    state.finished(ok('c', 2), 3);
    state.finished(invalidTask('d', 3), 4);
    const { done, kinds, tokens, total, leftMs } = state.snapshot(5);
    expect(kinds).toEqual([
      ['ok', 1],
      ['schema_mismatch', 2],
      ['invalid_task', 1],
    ]);
    expect({ done, tokens, total, leftMs }).toEqual({ done: 4, tokens: 3 * 1240, total: null, leftMs: null });
  });

  it('knows what runs and what waits', () => {
    const state = new BatchProgressState(0);
    for (const at of [0, 1, 2]) state.started(key(`t${at}`, at));
    state.retry(key('t1', 1), 5000, 1000);
    expect(state.snapshot(5999)).toMatchObject({ running: ['t0', 't1', 't2'], waiting: 1, retries: 1 });
    expect(state.snapshot(6000)).toMatchObject({ waiting: 0 });
    state.finished(ok('t0', 0), 7000);
    expect(state.snapshot(7000).running).toEqual(['t1', 't2']);
  });

  it('tells the rate of late, and what is left by it', () => {
    const state = new BatchProgressState(0);
    state.total(400);
    state.carriedOver(ok('earlier', 0));
    state.finished(ok('a', 1), 500);
    state.finished(ok('b', 2), 1000);
    expect(state.snapshot(1000).rate).toBeNull();
    state.finished(ok('c', 3), 1500);
    expect(state.snapshot(2000).rate).toBe(1.5);
    // A minute later, the first ones are forgotten.
    for (let at = 0; at < 120; at++) state.finished(ok(`x${at}`, 4 + at), 100_000 + at * 250);
    const { rate, leftMs, done } = state.snapshot(130_000);
    expect(done).toBe(124);
    expect(rate).toBe(2);
    expect(leftMs).toBe(138_000);
    // Nothing for more than a minute: no rate can be told to be left.
    expect(state.snapshot(300_000)).toMatchObject({ rate: 0, leftMs: null });
  });

  it('stays right at many tasks a second, with bounded memory', () => {
    const state = new BatchProgressState(0);
    for (let at = 0; at < 20_000; at++) state.finished(ok(`x${at}`, at), at);
    expect(state.snapshot(20_000).rate).toBeCloseTo(1000, 0);
  });
});
