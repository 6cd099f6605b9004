import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { maxDepth } from '../../../src/json/max-depth.js';
import { parseStrict } from '../../../src/json/strict-parse.js';

describe('parseStrict accepts', () => {
  it.each([
    ['an object', ' {"a": [1, true, null]}\n', { a: [1, true, null] }],
    ['an array', '[]', []],
    ['a string', '"x"', 'x'],
    ['a number', '-0.5e-3', -0.5e-3],
    ['a literal', 'null', null],
    ['lone surrogate escapes', '"\\ud800"', '\ud800'],
    ['the same key in different objects', '[{"a":1},{"a":{"a":2}}]', [{ a: 1 }, { a: { a: 2 } }]],
    ['colons and quotes in strings', '{"a\\"b":"x\\\\","c":"\\":"}', { 'a"b': 'x\\', c: '":' }],
  ])('%s', (_, text, value) => {
    expect(parseStrict(text)).toEqual({ ok: true, value, exact: value, unsafeIntegers: 0 });
  });

  it('__proto__ as a key like any other', () => {
    const parsed = parseStrict('{"__proto__":{"a":1}}');
    expect(parsed.ok && Object.keys(parsed.value as object)).toEqual(['__proto__']);
  });

  it('integers that a double may have rounded, and counts them', () => {
    expect(parseStrict('[9007199254740991,9007199254740993,-9007199254740995,1e300,3]')).toMatchObject({
      ok: true,
      unsafeIntegers: 2,
    });
  });

  it('as many levels as the limit says', () => {
    const text = `${'[{"a":'.repeat(maxDepth / 2)}1${'}]'.repeat(maxDepth / 2)}`;
    const parsed = parseStrict(text);
    expect(parsed.ok && JSON.stringify(parsed.value)).toBe(text);
  });
});

describe('parseStrict refuses', () => {
  const fence = '```json\n{"a":1}\n```';
  it.each([
    ['prose', 'Sure! {"a":1}', 'syntax', 1, 1, 0],
    ['a trailing comma', '{"a":1,\n}', 'syntax', 2, 1, 0],
    ['an unquoted key', '{a:1}', 'syntax', 1, 2, 0],
    ['single quotes', "{'a':1}", 'syntax', 1, 2, 0],
    ['a wrong bracket', '[1}', 'syntax', 1, 3, 0],
    ['a control character in a string', '["a\tb"]', 'syntax', 1, 4, 0],
    ['a bad escape', '"\\x41"', 'syntax', 1, 2, 0],
    ['a bad unicode escape', '"\\u00g1"', 'syntax', 1, 2, 0],
    ['a leading zero', '[01]', 'syntax', 1, 2, 0],
    ['a number that ends in a point', '[1.]', 'syntax', 1, 4, 0],
    ['a misspelled literal', 'True', 'syntax', 1, 1, 0],
    ['other white space', '\u00a0{}', 'syntax', 1, 1, 0],
    ['an empty text', '', 'syntax', 1, 1, 0],
    ['a blank text', ' \n ', 'syntax', 2, 2, 0],
    ['two values', '{"a":1}{"b":2}', 'trailing_data', 1, 8, 2],
    ['three values on lines', '1\n2\r\n3', 'trailing_data', 2, 1, 3],
    ['a value and half of another', '{"a":1}\n{"b"', 'trailing_data', 2, 1, 1],
    ['a value and prose', '{} Done.', 'trailing_data', 1, 4, 1],
    ['a fence', fence, 'fenced', 1, 1, 0],
    ['a fence behind white space', `\n  ${fence}`, 'fenced', 2, 3, 0],
    ['an open array', '[1, 2', 'truncated', 1, 6, 0],
    ['an open string', '{"a":"ü', 'truncated', 1, 8, 0],
    ['half an escape', '["\\u12', 'truncated', 1, 7, 0],
    ['half a literal', '[tru', 'truncated', 1, 5, 0],
    ['half a number', '-', 'truncated', 1, 2, 0],
    ['a missing value', '{"a":', 'truncated', 1, 6, 0],
    ['a byte order mark', '\uFEFF{"a":1}', 'bom', 1, 1, 1],
    ['a key named twice', '{"a":1,\n "a":1}', 'duplicate_key', 2, 2, 1],
    ['a key named twice deep down', '[{"b":{"x":1,"x":2}}]', 'duplicate_key', 1, 14, 1],
    ['a key spelt in two ways', '{"a":1,"\\u0061":2}', 'duplicate_key', 1, 8, 1],
    ['__proto__ named twice', '{"__proto__":1,"__proto__":{}}', 'duplicate_key', 1, 16, 1],
    ['a number beyond a double', '[1, -1e400]', 'number_out_of_range', 1, 5, 1],
  ])('%s', (_, text, reason, line, column, valuesSeen) => {
    const parsed = parseStrict(text);
    expect(parsed).toMatchObject({ ok: false, reason, line, column, valuesSeen });
    expect(!parsed.ok && parsed.message).toMatch(/^The text .*\.$/);
  });

  it.each([
    ['one level too many', '['.repeat(maxDepth + 1) + ']'.repeat(maxDepth + 1)],
    ['a million open arrays', '['.repeat(1_000_000)],
    ['a million arrays', '['.repeat(1_000_000) + ']'.repeat(1_000_000)],
    ['a million objects', `${'{"a":'.repeat(1_000_000)}1${'}'.repeat(1_000_000)}`],
  ])('%s', (_, text) => {
    expect(parseStrict(text)).toMatchObject({ ok: false, reason: 'too_deep' });
  });

  it('a long duplicate without repeating all of it', () => {
    const key = 'k'.repeat(10_000);
    const parsed = parseStrict(`{"${key}":1,"${key}":2}`);
    expect(!parsed.ok && parsed.message.length).toBeLessThan(300);
  });
});

function accepts(read: (text: string) => unknown, text: string): boolean {
  try {
    read(text);
    return true;
  } catch {
    return false;
  }
}

describe('parseStrict, for any text', () => {
  const jsonish = fc
    .array(
      fc.constantFrom(
        '{',
        '}',
        '[',
        ']',
        ',',
        ':',
        '"a"',
        '"b\\n"',
        '1',
        '-2.5e3',
        '0',
        'true',
        'nul',
        ' ',
        '"',
        '\\',
        '\n',
        'e',
        '.',
      ),
      { maxLength: 12 },
    )
    .map((parts) => parts.join(''));

  it('gives a result and never throws', () => {
    fc.assert(
      fc.property(fc.oneof(jsonish, fc.string({ unit: 'binary' })), (text) => {
        const parsed = parseStrict(text);
        if (!parsed.ok) {
          expect(parsed.line).toBeGreaterThanOrEqual(1);
          expect(parsed.column).toBeGreaterThanOrEqual(1);
        }
      }),
    );
  });

  it('accepts what JSON.parse accepts, but for ambiguities', () => {
    fc.assert(
      fc.property(jsonish, (text) => {
        const parsed = parseStrict(text);
        const ambiguous =
          !parsed.ok && ['duplicate_key', 'number_out_of_range', 'too_deep'].includes(parsed.reason);
        expect(parsed.ok || ambiguous).toBe(accepts(JSON.parse, text));
      }),
      { numRuns: 2000 },
    );
  });

  it('returns the value that was written', () => {
    fc.assert(
      fc.property(fc.jsonValue(), fc.constantFrom(undefined, 2, '\t'), (value, space) => {
        const text = JSON.stringify(value, null, space);
        expect(parseStrict(text)).toMatchObject({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it('calls every proper prefix of an object truncated', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue()), fc.nat(), (value, cut) => {
        const text = JSON.stringify(value);
        const prefix = text.slice(0, 1 + (cut % (text.length - 1)));
        expect(parseStrict(prefix)).toMatchObject({ ok: false, reason: 'truncated' });
      }),
    );
  });
});
