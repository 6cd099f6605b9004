import { describe, expect, it } from 'vitest';
import { block, clipBlock, oneLine } from '../../../../src/batch/report/text.js';
import { clip } from '../../../../src/text/clip.js';
import { withCommas } from '../../../../src/text/plural.js';

describe('texts of a report', () => {
  it('one line holds nothing that is not seen', () => {
    expect(oneLine('  a\r\n\tb\x1b[31mred\x1b[0m\u0000\u202eevil\u2066 ')).toBe('a bred��evil�');
    expect(oneLine('a\u2028b\u2029c')).toBe('a b c');
  });

  it('a block keeps its lines and loses its colours', () => {
    expect(block('\x1b[1mone\x1b[0m\r\n  two\rthree')).toBe('one\n  two\nthree');
  });

  it('a cut text has whole characters', () => {
    expect(clip('abcdef', 6)).toBe('abcdef');
    expect(clip('abcdef', 5)).toBe('abcd…');
    expect(clip('ab🎉🎉c', 4)).toBe('ab🎉…');
    expect(clip('ab🎉🎉', 4)).toBe('ab🎉🎉');
  });

  it('a cut block says what is missing', () => {
    expect(clipBlock('x'.repeat(3000), 1000)).toMatch(/^x{999}…\n\[2,000 more characters were left out\]$/);
  });

  it('thousands are set apart', () => {
    expect(withCommas(1234567)).toBe('1,234,567');
  });
});
