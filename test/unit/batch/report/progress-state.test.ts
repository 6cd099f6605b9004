import { describe, expect, it } from 'vitest';
import type { BatchResult } from '../../../../src/batch/batch-result.js';
import { SummaryAccumulator } from '../../../../src/batch/engine/summary-accumulator.js';
import { BatchProgressState } from '../../../../src/cli/watch/batch-progress-state.js';
import { invalidTask, key, mismatch, ok } from './sample-results.js';

/** A state with its totals, which the engine counts. */
class Counted extends BatchProgressState {
  constructor(readonly counts = new SummaryAccumulator()) {
    super(counts, 0);
  }

  add(result: BatchResult, now: number): void {
    this.counts.add(result);
    this.finished(result, now);
  }
}

describe('the state of a batch', () => {
  it('counts kinds, ok first, and the tokens of this run', () => {
    const state = new Counted();
    state.add(mismatch('a', 0), 1);
    state.add(mismatch('b', 1), 2);
    state.add(ok('c', 2), 3);
    state.add(invalidTask('d', 3), 4);
    const { done, kinds, tokens, total, leftMs } = state.snapshot(5);
    expect(kinds).toEqual([
      { kind: 'ok', count: 1 },
      { kind: 'schema_mismatch', count: 2 },
      { kind: 'invalid_task', count: 1 },
    ]);
    expect({ done, tokens, total, leftMs }).toEqual({ done: 4, tokens: 3 * 1240, total: null, leftMs: null });
  });

  it('knows the running and the waiting tasks', () => {
    const state = new Counted();
    for (const at of [0, 1, 2]) state.started(key(`t${at}`, at));
    state.retry(key('t1', 1), 5000, 1000);
    expect(state.snapshot(5999)).toMatchObject({ running: ['t0', 't1', 't2'], waiting: 1 });
    expect(state.snapshot(6000)).toMatchObject({ waiting: 0 });
    state.add(ok('t0', 0), 7000);
    expect(state.snapshot(7000).running).toEqual(['t1', 't2']);
  });

  it('estimates the recent rate, and the time left', () => {
    const state = new Counted();
    state.total = 400;
    state.counts.addResumed('ok');
    state.add(ok('a', 1), 500);
    state.add(ok('b', 2), 1000);
    expect(state.snapshot(1000).rate).toBeNull();
    state.add(ok('c', 3), 1500);
    expect(state.snapshot(2000).rate).toBe(1.5);
    // A minute later, the first ones no longer count.
    for (let at = 0; at < 120; at++) state.add(ok(`x${at}`, 4 + at), 100_000 + at * 250);
    const { rate, leftMs, done } = state.snapshot(130_000);
    expect(done).toBe(124);
    expect(rate).toBe(2);
    expect(leftMs).toBe(138_000);
    // After more than a minute without results, the time left is unknown.
    expect(state.snapshot(300_000)).toMatchObject({ rate: 0, leftMs: null });
  });

  it('stays exact at many tasks per second, with bounded memory', () => {
    const state = new Counted();
    for (let at = 0; at < 20_000; at++) state.add(ok(`x${at}`, at), at);
    expect(state.snapshot(20_000).rate).toBeCloseTo(1000, 0);
  });
});
