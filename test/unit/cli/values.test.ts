import { describe, expect, it } from 'vitest';
import { parseDuration, parseSize } from '../../../src/cli/args/units.js';
import { closest } from '../../../src/codex/options/closest.js';
import { createRedactor } from '../../../src/outcome/redact/redactor.js';
import { clip } from '../../../src/text/clip.js';
import { safeLine } from '../../../src/text/safe-line.js';

describe('parseDuration', () => {
  it.each([
    ['0', 0],
    ['30', 30_000],
    ['1.5', 1500],
    ['500ms', 500],
    ['30s', 30_000],
    ['10m', 600_000],
    ['1h30m', 5_400_000],
    ['1m1ms', 60_001],
  ])('%s is %i ms', (text, ms) => {
    expect(parseDuration(text)).toBe(ms);
  });

  it.each(['', ' ', 'soon', '-1', '1d', '5 m', 'm', '1e3', '0x10', '999h', 'Infinity'])(
    '%j is none',
    (text) => {
      expect(parseDuration(text)).toBeNull();
    },
  );
});

describe('parseSize', () => {
  it.each([
    ['1', 1],
    ['512k', 524_288],
    ['64MiB', 67_108_864],
    ['10MB', 10_000_000],
    ['1g', 1_073_741_824],
  ])('%s is %i bytes', (text, bytes) => {
    expect(parseSize(text)).toBe(bytes);
  });

  it.each(['0', '', '-1', '1.5M', '1TB', 'MiB', '99999999999999999999'])('%j is none', (text) => {
    expect(parseSize(text)).toBeNull();
  });
});

describe('closest', () => {
  it.each([
    ['modle', 'model'],
    ['tiemout', 'timeout'],
    ['rnu', 'run'],
    ['no-validat', 'no-validate'],
    ['zzz', null],
    ['x', null],
  ])('%s: %s', (typed, expected) => {
    expect(closest(typed, ['model', 'timeout', 'run', 'no-validate', 'oss'])).toBe(expected);
  });
});

describe('text from outside', () => {
  it('loses escapes, controls and line breaks', () => {
    expect(safeLine('a\x1b[31mb\x1b]0;title\x07c\r\nd\x00e\u202ef')).toBe('abc d\ufffde\ufffdf');
  });

  it('is cut by characters, not by halves of them', () => {
    expect(clip('😀😀😀', 3)).toBe('😀😀😀');
    expect(clip('😀😀😀', 2)).toBe('😀…');
  });

  it('shows no values of secret variables, longest first, and no bearer tokens', () => {
    const redact = createRedactor({
      MY_TOKEN: 'abcdef',
      X_API_KEY: 'abcdefgh',
      HOME: '/home/ada',
      SHORT_TOKEN: 'a',
    });
    expect(redact('abcdefgh abcdef /home/ada a')).toBe('[hidden] [hidden] /home/ada a');
    expect(redact('Authorization: Bearer abc.def-123')).toBe('Authorization: Bearer [hidden]');
  });
});
