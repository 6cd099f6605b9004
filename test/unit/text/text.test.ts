import { describe, expect, it } from 'vitest';
import { clip, clipMiddle } from '../../../src/text/clip.js';
import { formatList } from '../../../src/text/format-list.js';
import { plural, withCommas } from '../../../src/text/plural.js';
import { safeLine } from '../../../src/text/safe-line.js';

describe('plural', () => {
  it.each([
    [0, '0 tasks'],
    [1, '1 task'],
    [2, '2 tasks'],
    [1234567, '1,234,567 tasks'],
  ])('writes %i', (count, text) => {
    expect(plural(count, 'task')).toBe(text);
  });

  it('takes an irregular plural', () => {
    expect(plural(2, 'entry', 'entries')).toBe('2 entries');
  });

  it.each([
    [999, '999'],
    [1000, '1,000'],
    [12_345, '12,345'],
  ])('groups the digits of %i', (value, text) => {
    expect(withCommas(value)).toBe(text);
  });
});

describe('clip', () => {
  it('keeps a text that fits', () => {
    expect(clip('abc', 3)).toBe('abc');
  });

  it('ends a longer text with an ellipsis within the length', () => {
    expect(clip('abcdef', 4)).toBe('abc…');
  });

  it('never leaves half of a surrogate pair', () => {
    expect(clip('ab😀cd', 4)).toBe('ab😀…');
    expect(clipMiddle('ab😀cdef😀gh', 7)).not.toMatch(/[\ud800-\udfff]/u);
  });
});

describe('safeLine', () => {
  it.each([
    ['terminal escapes', '\u001b[31mred\u001b[0m', 'red'],
    ['line breaks', 'a\r\nb\tc', 'a b c'],
    ['control characters', 'a\u0000b\u009bc', 'a\ufffdb\ufffdc'],
    ['changes of direction', 'a\u202eb\u2066c\u200fd', 'a\ufffdb\ufffdc\ufffdd'],
    ['line and paragraph separators', 'a\u2028b\u2029c', 'a\ufffdb\ufffdc'],
    ['a byte order mark', '\ufeffa', '\ufffda'],
  ])('shows no %s', (_, text, shown) => {
    expect(safeLine(text)).toBe(shown);
  });
});

describe('formatList', () => {
  it.each([
    [[], ''],
    [['a'], 'a'],
    [['a', 'b'], 'a and b'],
    [['a', 'b', 'c'], 'a, b and c'],
  ])('writes out %j', (items, text) => {
    expect(formatList(items)).toBe(text);
  });

  it('counts the items that it does not write out', () => {
    expect(formatList(['a', 'b'], 2, 1_002)).toBe('a, b and 1,000 more');
    expect(formatList(['a', 'b', 'c'], 2)).toBe('a, b and 1 more');
    expect(formatList([], 0, 4)).toBe('4 more');
  });
});
