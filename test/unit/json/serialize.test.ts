import { runInNewContext } from 'node:vm';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toJsonText } from '../../../src/json/serialize.js';

const cyclic: Record<string, unknown> = { a: {} };
cyclic['a'] = { back: cyclic };
const nested = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
const doubled = (levels: number): unknown => {
  let value: unknown = 1;
  for (let i = 0; i < levels; i++) value = [value, value];
  return value;
};

describe('toJsonText refuses', () => {
  it.each([
    ['a cycle', cyclic, 'cycle', '/a/back'],
    ['a BigInt', { a: [1n] }, 'bigint', '/a/0'],
    ['a function', { 'a/b': () => 1 }, 'function', '/a~1b'],
    ['a symbol', { a: Symbol('s') }, 'symbol', '/a'],
    ['undefined as a whole', undefined, 'undefined', ''],
    ['undefined in an array', [undefined], 'undefined', '/0'],
    ['a hole in an array', new Array(1), 'undefined', '/0'],
    ['NaN', { a: Number.NaN }, 'non_finite', '/a'],
    ['Infinity', [1, -Infinity], 'non_finite', '/1'],
    ['a Map', { a: new Map() }, 'exotic', '/a'],
    ['a RegExp', { pattern: /x/ }, 'exotic', '/pattern'],
    ['an instance of a class', new (class Schema {})(), 'exotic', ''],
    [
      'a getter that throws',
      {
        a: {
          get b() {
            throw new Error('no');
          },
        },
      },
      'exotic',
      '/a',
    ],
    ['a hundred thousand levels', nested(100_000), 'too_deep', '/0'.repeat(2000)],
  ])('%s', (_, value, reason, pointer) => {
    expect(toJsonText(value)).toEqual({ ok: false, reason, pointer });
  });

  it('what unfolds without end', () => {
    expect(toJsonText(doubled(60))).toMatchObject({ ok: false, reason: 'too_large' });
  });
});

describe('toJsonText', () => {
  it.each([
    ['leaves out undefined members', { a: undefined, b: 1 }, '{"b":1}'],
    [
      'uses toJSON',
      { d: new Date(0), u: new URL('http://h/') },
      '{"d":"1970-01-01T00:00:00.000Z","u":"http://h/"}',
    ],
    ['takes an object without prototype', Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    ['takes an object of another realm', runInNewContext('({a: [{}]})'), '{"a":[{}]}'],
    ['takes shared parts for parts', { a: doubled(2) }, '{"a":[[1,1],[1,1]]}'],
    ['leaves out members named by symbols', { [Symbol('kind')]: 1, a: 2 }, '{"a":2}'],
    ['keeps __proto__', JSON.parse('{"__proto__":{"a":1}}'), '{"__proto__":{"a":1}}'],
  ])('%s', (_, value, text) => {
    expect(toJsonText(value)).toMatchObject({ ok: true, text });
  });

  it('agrees with JSON.stringify on JSON values', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        expect(toJsonText(value)).toMatchObject({ ok: true, text: JSON.stringify(value) });
      }),
    );
  });

  it('gives a result for anything', () => {
    fc.assert(
      fc.property(
        fc.anything({ withBigInt: true, withMap: true, withDate: true, withNullPrototype: true }),
        (value) => {
          const result = toJsonText(value);
          if (result.ok) expect(JSON.parse(result.text)).toBeDefined();
        },
      ),
    );
  });
});
