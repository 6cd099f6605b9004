import { stripVTControlCharacters } from 'node:util';
import { describe, expect, it } from 'vitest';
import type { BatchSnapshot } from '../../../../src/cli/watch/batch-progress-state.js';
import { percent, progressBlock, progressLine } from '../../../../src/cli/watch/batch-progress-text.js';

const SNAPSHOT: BatchSnapshot = {
  done: 128,
  total: 300,
  kinds: [
    ['ok', 120],
    ['schema_mismatch', 5],
    ['timeout', 3],
  ],
  rate: 2.44,
  leftMs: 72_100,
  tokens: 1_234_567,
  retries: 4,
  running: ['a', 'b\x1b[2Jc', 'd'],
  waiting: 2,
};
const LOOK = { columns: 100, colour: false, frame: 0, redact: (text: string) => text };

describe('progress in words', () => {
  it('a block says how far, how it goes, and what runs', () => {
    expect(progressBlock(SNAPSHOT, LOOK)).toEqual([
      '⠋ ████████░░░░░░░░░░░░ 128/300 42% · 2.4/s · 1m 12s left · 1.2M tokens',
      '  120 ok · 5 schema_mismatch · 3 timeout · 2 waiting to be tried again',
      '  3 running: a, bc, d',
    ]);
  });

  it('fits any width', () => {
    for (const columns of [20, 40, 69, 70, 80, 200]) {
      const running = Array.from({ length: 50 }, (_, at) => `a task with a long name ${at}`);
      for (const colour of [true, false]) {
        const lines = progressBlock({ ...SNAPSHOT, running }, { ...LOOK, columns, colour });
        expect(lines).toHaveLength(3);
        for (const line of lines) expect(stripVTControlCharacters(line).length).toBeLessThan(columns);
      }
    }
  });

  it('colours nothing unless it may', () => {
    expect(progressBlock(SNAPSHOT, LOOK).join('')).not.toContain('\x1b');
    expect(progressBlock(SNAPSHOT, { ...LOOK, colour: true })[1]).toContain('\x1b[32m  120 ok\x1b[39m');
  });

  it('says that the number is not known where it is not, and moves all the same', () => {
    const unknown = { ...SNAPSHOT, total: null, leftMs: null };
    const [first] = progressBlock(unknown, LOOK);
    expect(first).toBe('⠋ ███░░░░░░░░░░░░░░░░░ 128 done of a number not known yet · 2.4/s · 1.2M tokens');
    expect(progressBlock(unknown, { ...LOOK, frame: 19 })[0]).toContain('██░░░░░░░░░░░░░░░░░█');
  });

  it('hides secrets in ids', () => {
    const look = { ...LOOK, redact: (text: string) => text.replace('s3cret', '[hidden]') };
    expect(progressBlock({ ...SNAPSHOT, running: ['s3cret'] }, look)[2]).toBe('  1 running: [hidden]');
  });

  it('a line of a log says the same', () => {
    expect(progressLine(SNAPSHOT)).toBe(
      'batch: 128/300 42%, 2.4/s, 1m 12s left, 1.2M tokens, 120 ok, 5 schema_mismatch, 3 timeout, 2 waiting to be tried again',
    );
    const kinds = Array.from({ length: 6 }, (_, at) => [`k${at}`, 10 - at] as const);
    expect(progressLine({ ...SNAPSHOT, kinds, waiting: 0 })).toContain('7 k3, 11 of other kinds');
  });

  it('100% is when all are done', () => {
    expect(percent(2999, 3000)).toBe(99);
    expect(percent(3000, 3000)).toBe(100);
    expect(percent(0, 0)).toBe(100);
  });
});
