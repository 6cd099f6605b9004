import { Buffer } from 'node:buffer';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { skipSpace, skipValue } from '../../../src/events/skip-json.js';

/** Whether the walk takes the whole text as one value. */
function isOneValue(text: string): boolean {
  const bytes = Buffer.from(`${text}\n`);
  const end = skipValue(bytes, 0);
  return end >= 0 && skipSpace(bytes, end) === bytes.length - 1;
}

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

const token = fc.constantFrom(
  ...[
    '{',
    '}',
    '[',
    ']',
    ',',
    ':',
    '"',
    '"a"',
    '"\\u00e9"',
    '"\\u12g4"',
    '"\\x"',
    '\\',
    '"\\"',
    ' ',
    '\t',
    '\r',
  ],
  ...['0', '-', '-0', '01', '1.', '.5', '1.5', '1e', '1e5', '1E+5', '1e-', '2.5e-10', 'true', 'tru', 'false'],
  ...['null', 'nul', 'nulll', 'é', '😀', '\u007f', '\u0000', '"a":', '[]', '{}', '+1', 'NaN', "'a'", '/**/'],
);

describe('walking over JSON', () => {
  it('is exactly as strict as JSON.parse on what looks like JSON', () => {
    fc.assert(
      fc.property(fc.array(token, { maxLength: 8 }), (tokens) => {
        const text = tokens.join('');
        expect(isOneValue(text)).toBe(parses(text));
      }),
      { numRuns: 5000 },
    );
  });

  it('takes all JSON, however it is indented', () => {
    fc.assert(
      fc.property(fc.json({ maxDepth: 6 }), fc.constantFrom('', ' ', '\t'), (json, indent) => {
        const text = JSON.stringify(JSON.parse(json), null, indent).replaceAll('\n', '\r');
        expect(isOneValue(text)).toBe(true);
      }),
    );
  });

  it('refuses JSON with one character changed exactly where JSON.parse does', () => {
    const change = fc.tuple(fc.nat(), fc.constantFrom(...'"\\{}[],:0-eE.u\u0001 x'), fc.constantFrom(0, 1));
    fc.assert(
      fc.property(fc.json(), change, (json, [place, character, removed]) => {
        const at = place % (json.length + 1);
        const text = json.slice(0, at) + character + json.slice(at + removed);
        expect(isOneValue(text)).toBe(parses(text));
      }),
      { numRuns: 2000 },
    );
  });

  it('gives up on what is nested very deeply, without harm', () => {
    expect(skipValue(Buffer.from(`${'['.repeat(256)}1${']'.repeat(256)}\n`), 0)).toBe(513);
    expect(skipValue(Buffer.from(`${'['.repeat(257)}1${']'.repeat(257)}\n`), 0)).toBe(-1);
  });
});
