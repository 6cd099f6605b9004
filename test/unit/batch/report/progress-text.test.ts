import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { BatchSnapshot } from '../../../../src/cli/watch/batch-progress-state.js';
import { percent, progressBlock, progressLine } from '../../../../src/cli/watch/batch-progress-text.js';

const SNAPSHOT: BatchSnapshot = {
  done: 128,
  total: 300,
  kinds: [
    { kind: 'ok', count: 120 },
    { kind: 'schema_mismatch', count: 5 },
    { kind: 'timeout', count: 3 },
  ],
  rate: 2.44,
  leftMs: 72_100,
  tokens: 1_234_567,
  running: ['a', 'b\x1b[2Jc', 'd'],
  waiting: 2,
};
const LOOK = { columns: 100, color: false, frame: 0, redact: (text: string) => text };

describe('the text of the progress', () => {
  it('a block shows how much is done, the outcomes and the running tasks', () => {
    expect(progressBlock(SNAPSHOT, LOOK)).toEqual([
      '⠋ ████████░░░░░░░░░░░░ 128/300 42% · 2.4/s · 1m 12s left · 1.2M tokens',
      '  120 ok · 5 schema_mismatch · 3 timeout · 2 waiting for a retry',
      '  3 running: a, bc and d',
    ]);
  });

  it('fits any width', () => {
    for (const columns of [20, 40, 69, 70, 80, 200]) {
      const running = Array.from({ length: 50 }, (_, at) => `a task with a long name ${at}`);
      for (const color of [true, false]) {
        const lines = progressBlock({ ...SNAPSHOT, running }, { ...LOOK, columns, color });
        expect(lines).toHaveLength(3);
        for (const line of lines) expect(stripVTControlCharacters(line).length).toBeLessThan(columns);
      }
    }
  });

  it('colors nothing unless it may', () => {
    expect(progressBlock(SNAPSHOT, LOOK).join('')).not.toContain('\x1b');
    expect(progressBlock(SNAPSHOT, { ...LOOK, color: true })[1]).toContain('\x1b[32m  120 ok\x1b[39m');
  });

  it('says that the total is not known, and moves the bar nevertheless', () => {
    const unknown = { ...SNAPSHOT, total: null, leftMs: null };
    const [first] = progressBlock(unknown, LOOK);
    expect(first).toBe('⠋ ███░░░░░░░░░░░░░░░░░ 128 done, total not known yet · 2.4/s · 1.2M tokens');
    expect(progressBlock(unknown, { ...LOOK, frame: 19 })[0]).toContain('██░░░░░░░░░░░░░░░░░█');
  });

  it('hides secrets in ids', () => {
    const look = { ...LOOK, redact: (text: string) => text.replace('s3cret', '[hidden]') };
    expect(progressBlock({ ...SNAPSHOT, running: ['s3cret'] }, look)[2]).toBe('  1 running: [hidden]');
  });

  it('a line of a log has the same content', () => {
    expect(progressLine(SNAPSHOT)).toBe(
      'batch: 128/300 42%, 2.4/s, 1m 12s left, 1.2M tokens, 120 ok, 5 schema_mismatch, 3 timeout, 2 waiting for a retry',
    );
    const names = ['ok', 'timeout', 'aborted', 'turn_failed', 'invalid_json', 'spawn_failed'] as const;
    const kinds = names.map((kind, at) => ({ kind, count: 10 - at }));
    expect(progressLine({ ...SNAPSHOT, kinds, waiting: 0 })).toContain('7 turn_failed, 11 of other kinds');
  });

  it('100% means that all are done', () => {
    expect(percent(2999, 3000)).toBe(99);
    expect(percent(3000, 3000)).toBe(100);
    expect(percent(0, 0)).toBe(100);
  });
});
