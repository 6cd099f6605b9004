import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  copyJson,
  entriesOf,
  fromEntries,
  jsonText,
  keysOf,
  toExact,
  toNumbers,
} from '../../../src/json/exact.js';
import { parseStrict } from '../../../src/json/strict-parse.js';
import type { JsonObject, JsonValue } from '../../../src/json/value.js';

function parsed(text: string) {
  const result = parseStrict(text);
  if (!result.ok) throw new Error(result.message);
  return result;
}

describe('the order of keys', () => {
  it.each([
    '{"reasoning":1,"10":2,"2":3,"verdict":4}',
    '{"a":[{"b":{"1":[],"0":{}}}],"4294967294":1,"4294967295":2,"3":3}',
    '{"__proto__":{"x":1,"1":2},"7":0}',
  ])('of %s survives parsing and writing', (text) => {
    expect(jsonText(parsed(text).value)).toBe(text);
    expect(jsonText(parsed(text).exact)).toBe(text);
    expect(jsonText(copyJson(parsed(text).value))).toBe(text);
  });

  it('is that of the decoded names', () => {
    const { value } = parsed(String.raw`{"b":1,"\u0031\u0030":2,"a":3}`);
    expect(keysOf(value as JsonObject)).toEqual(['b', '10', 'a']);
    expect(entriesOf(value as JsonObject)).toEqual([
      ['b', 1],
      ['10', 2],
      ['a', 3],
    ]);
  });

  it('is that of the entries an object is made of', () => {
    expect(
      keysOf(
        fromEntries([
          ['b', 1],
          ['1', 2],
          ['0', 3],
        ]),
      ),
    ).toEqual(['b', '1', '0']);
  });
});

describe('integers beyond 2^53-1', () => {
  it.each([
    '{"a":9007199254740993,"b":[-9007199254740993,12345678901234567890]}',
    '[[[18446744073709551615]],9223372036854775808]',
  ])('of %s survive parsing and writing', (text) => {
    expect(jsonText(parsed(text).value)).toBe(text);
    expect(jsonText(toNumbers(toExact(parsed(text).value)))).toBe(text);
  });

  it.each([
    ['9007199254740993.0', 9007199254740993n],
    ['9007199254740.993e3', 9007199254740993n],
    ['-90071992547409930e-1', -9007199254740993n],
    ['1e21', 1e21],
    ['1e23', 1e23],
    ['9007199254740992', 9007199254740992],
    ['1e300', 1e300],
    ['0.1', 0.1],
    ['9007199254740993.5', 9007199254740994],
  ])('%s is read as %s', (token, value) => {
    expect(parsed(`[${token}]`).exact).toEqual([value]);
  });

  it('are numbers in the value', () => {
    expect(parsed('{"a":9007199254740993}').value).toEqual({ a: 9007199254740992 });
  });
});

it('any JSON value comes back as it was', () => {
  const value = fc.letrec<{ value: JsonValue }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4 },
      fc.oneof(
        fc.string(),
        fc.integer(),
        fc.double({ noNaN: true, noDefaultInfinity: true }),
        fc.constant(null),
      ),
      fc.array(tie('value'), { maxLength: 4 }),
      fc
        .array(fc.tuple(fc.oneof(fc.nat(20).map(String), fc.string()), tie('value')), { maxLength: 5 })
        .map((entries) => fromEntries(new Map(entries))),
    ),
  })).value;
  fc.assert(
    fc.property(value, (original) => {
      const text = jsonText(original);
      expect(jsonText(parsed(text).value)).toBe(text);
      expect(parsed(text).value).toEqual(original);
      expect(JSON.parse(text)).toEqual(original);
    }),
  );
});

it.each([
  ['arrays', '[', '9007199254740993', ']'],
  ['objects', '{"b":', '{"1":9007199254740993}', ',"1":-0}'],
])('%s may be nested as deep as texts that are read strictly', (_, open, inner, close) => {
  const depth = 1998;
  const text = `${open.repeat(depth)}${inner}${close.repeat(depth)}`;
  const { value, exact } = parsed(text);
  expect(jsonText(value)).toBe(text);
  expect(jsonText(exact)).toBe(text);
  expect(jsonText(toNumbers(toExact(copyJson(value))))).toBe(text);
});
