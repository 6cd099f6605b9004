import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/json/value.js';
import { adapt } from '../../../src/schema/adapt/adapt.js';
import { adapted, roundTrip } from './adapted.js';

const nested = (levels: number, around: (inner: JsonValue) => JsonValue): JsonValue => {
  let schema: JsonValue = { type: 'string' };
  for (let level = 0; level < levels; level++) schema = around(schema);
  return schema;
};

const numbered = <T>(count: number, make: (index: number) => T): T[] =>
  Array.from({ length: count }, (_, index) => make(index));

const chain = (count: number, link: (next: JsonValue) => JsonValue): JsonObject => ({
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries(
    numbered(count, (index) => [
      `d${index}`,
      index === count - 1 ? { type: 'string' } : link({ $ref: `#/$defs/d${index + 1}` }),
    ]),
  ),
});

/** Each of them made something overflow, multiply or hang while this was written. */
describe('schemas that mean harm come to an end', () => {
  it.each<[string, JsonValue]>([
    ['deep objects', nested(5_000, (inner) => ({ type: 'object', properties: { a: inner } }))],
    ['deep arrays', nested(5_000, (inner) => ({ type: 'array', items: inner }))],
    ['deep choices', nested(5_000, (inner) => ({ anyOf: [inner, { type: 'null' }] }))],
    ['deep allOf', nested(5_000, (inner) => ({ allOf: [inner, {}] }))],
    ['deep maps', nested(5_000, (inner) => ({ type: 'object', additionalProperties: inner }))],
    ['a chain of references', chain(5_000, (next) => next)],
    ['a chain of objects', chain(2_000, (next) => ({ type: 'object', properties: { a: next } }))],
    ['doubling by properties', chain(60, (next) => ({ type: 'object', properties: { a: next, b: next } }))],
    ['doubling by allOf', chain(60, (next) => ({ allOf: [next, next] }))],
    ['doubling by anyOf', chain(60, (next) => ({ anyOf: [next, next, { type: 'array', items: next }] }))],
    [
      'choices that multiply',
      {
        allOf: numbered(30, (n) => ({
          anyOf: numbered(3, (m) => ({ type: 'object', properties: { [`p${n}_${m}`]: { type: 'string' } } })),
        })),
      },
    ],
    ['a reference to itself', { $ref: '#' }],
    [
      'a circle of references',
      { $ref: '#/$defs/a', $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } },
    ],
    ['a choice of itself', { anyOf: [{ $ref: '#' }, { type: 'string' }] }],
    ['an allOf of itself', { allOf: [{ $ref: '#' }], type: 'object', properties: { a: { $ref: '#' } } }],
    [
      'patterns that backtrack for ever',
      {
        type: 'object',
        properties: { [`${'a'.repeat(60)}!`]: {} },
        patternProperties: { '^(a+)+$': { type: 'string' }, 'a*a*a*a*a*b': {} },
      },
    ],
    ['many values', { enum: numbered(50_000, (index) => ({ index })) }],
    [
      'many alternatives',
      {
        anyOf: numbered(400, (index) => ({
          type: 'object',
          properties: { a: { type: 'array', items: { type: index % 2 === 0 ? 'string' : 'integer' } } },
        })),
      },
    ],
  ])(
    '%s',
    (_, schema) => {
      for (const narrow of [true, false]) {
        const result = adapt(schema, { narrow });
        expect(result.ok || result.issues.length > 0).toBe(true);
      }
    },
    30_000,
  );

  it('many properties are refused at once', () => {
    const properties = Object.fromEntries(numbered(60_000, (index) => [`p${index}`, { type: 'string' }]));
    expect(adapt({ type: 'object', properties })).toMatchObject({
      ok: false,
      issues: [{ code: 'too_large' }],
    });
  });
});

describe('values that are deep', () => {
  const tree = {
    type: 'object',
    properties: { a: { anyOf: [{ $ref: '#' }, { type: 'array', items: { $ref: '#' } }] } },
  };
  const deep = (levels: number): JsonValue => {
    let value: JsonValue = {};
    for (let level = 0; level < levels; level++) value = { a: value };
    return value;
  };

  it('a thousand levels there and back', () => {
    roundTrip(adapted(tree), deep(1_000));
    roundTrip(adapted({ type: 'object', properties: { any: {} } }), { any: deep(1_000) });
  });

  it('more than the call stack can hold is refused, not a crash', () => {
    const codec = adapted({ type: 'object', properties: { any: {} } });
    const tooDeep = { ok: false, reason: 'the value is nested too deep', pointer: '' };
    expect(codec.encode({ any: deep(200_000) })).toEqual(tooDeep);
  });

  it('where it has a form of its own, there and back at any depth', () => {
    const codec = adapted(tree);
    const encoded = codec.encode(deep(100_000));
    const decoded = encoded.ok ? codec.decode(encoded.value) : encoded;
    let levels = 0;
    for (
      let at = decoded.ok ? (decoded.value as JsonObject) : {};
      at['a'] !== undefined;
      at = at['a'] as JsonObject
    )
      levels++;
    expect(levels).toBe(100_000);
  });

  it('alternatives that fail late are not tried again and again', () => {
    const branch = (tag: string): JsonValue => ({
      type: 'object',
      properties: { a: { $ref: '#' }, tag: { const: tag } },
      required: ['tag'],
      additionalProperties: false,
    });
    const codec = adapted({ anyOf: [branch('x'), branch('y'), branch('z')] });
    let value: JsonValue = { tag: 'z' };
    for (let level = 0; level < 60; level++) value = { a: value, tag: 'z' };
    roundTrip(codec, value);
    expect(codec.encode({ a: value, tag: 'none' }).ok).toBe(false);
  });
});
