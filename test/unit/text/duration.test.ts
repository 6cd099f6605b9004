import { describe, expect, it } from 'vitest';
import { formatDuration } from '../../../src/text/duration.js';
import { formatList } from '../../../src/text/format-list.js';

describe('a duration', () => {
  it.each([
    [0, '0 ms'],
    [999.4, '999 ms'],
    [999.6, '1.0 s'],
    [12_000, '12 s'],
    [59_940, '59.9 s'],
    [59_960, '1m 00s'],
    [125_000, '2m 05s'],
    [3_599_400, '59m 59s'],
    [3_599_600, '1h 00m'],
    [36_060_000, '10h 01m'],
  ])('%d ms is %s', (ms, text) => {
    expect(formatDuration(ms)).toBe(text);
  });
});

describe('a list', () => {
  it('names the first items, and counts the others', () => {
    expect(formatList(['a', 'b'], 2)).toBe('a and b');
    expect(formatList(['a', 'b', 'c'], 1)).toBe('a and 2 more');
    expect(formatList(['a', 'b'], 2, 1202)).toBe('a, b and 1,200 more');
  });
});
