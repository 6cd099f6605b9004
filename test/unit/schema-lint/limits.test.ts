import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/json/value.js';
import type { StrictLimits } from '../../../src/schema/dialect/strict-limits.js';
import { lint } from '../../../src/schema/lint/lint.js';
import { closed, string } from './schemas.js';

/** `code pointer count/limit` of what is over a limit. */
function over(schema: JsonValue, limits: Partial<StrictLimits> = {}): string[] {
  return lint(schema, { limits }).errors.flatMap(({ code, pointer, message }) => {
    if (!code.startsWith('limit_')) return [];
    const [count, limit] = message.replaceAll(',', '').match(/\d+/g)?.slice(-2) ?? [];
    return [`${code} ${pointer} ${count}/${limit}`];
  });
}

const many = (count: number): JsonObject =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [`p${i}`, string]));

const nested = (levels: number): JsonObject =>
  levels === 1 ? closed({ a: string }) : closed({ a: nested(levels - 1) });

describe('properties', () => {
  it('counts those of all objects, of unused definitions too', () => {
    const schema = { ...closed(many(3_000)), $defs: { Unused: closed(many(1_999)) } };
    expect(over({ ...schema })).toEqual([]);
    expect(
      over({ ...closed({ more: closed(many(2_999)) }), $defs: { Unused: closed(many(2_001)) } }),
    ).toEqual(['limit_properties /$defs/Unused/properties 5001/5000']);
  });

  it('says how many there are, not how many there were when it was too much', () => {
    expect(over(closed({ a: closed(many(2)), b: closed(many(2)) }), { properties: 3 })).toEqual([
      'limit_properties /properties/a/properties 6/3',
    ]);
  });

  it('names the count and the limit in the message', () => {
    expect(lint(closed(many(5_001))).errors[0]?.message).toBe(
      'The schema has 5,001 properties in all; the limit is 5,000.',
    );
  });
});

describe('depth', () => {
  it('counts objects, the root as one', () => {
    expect(over(nested(10))).toEqual([]);
    expect(over(nested(13))).toEqual([`limit_depth ${'/properties/a'.repeat(10)} 13/10`]);
  });

  it('counts neither arrays nor unions', () => {
    let schema: JsonValue = string;
    for (let i = 0; i < 30; i++) schema = { anyOf: [{ type: 'array', items: schema }, { type: 'null' }] };
    expect(over(closed({ a: schema }))).toEqual([]);
  });

  it('finds every place that goes too deep once', () => {
    expect(over(closed({ a: nested(3), b: nested(2), c: nested(1) }), { depth: 2 })).toEqual([
      'limit_depth /properties/a/properties/a 4/2',
      'limit_depth /properties/b/properties/a 3/2',
    ]);
  });

  it('does not follow references, so recursion is no depth', () => {
    const node = closed({ next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } });
    expect(over({ ...closed({ a: { $ref: '#/$defs/node' } }), $defs: { node } }, { depth: 2 })).toEqual([]);
  });
});

describe('enum', () => {
  const values = (count: number, length: number): string[] =>
    Array.from({ length: count }, (_, i) => String(i).padStart(length, '-'));

  it('counts the values of all of them', () => {
    const schema = closed({
      a: { type: 'string', enum: values(600, 4) },
      b: { type: 'string', enum: values(401, 4) },
    });
    expect(over(schema)).toEqual(['limit_enum_values /properties/b/enum 1001/1000']);
    expect(over(schema, { enumValues: 1_001 })).toEqual([]);
  });

  it('limits the characters of a long one only', () => {
    expect(over(closed({ a: { type: 'string', enum: values(250, 100) } }))).toEqual([]);
    expect(over(closed({ a: { type: 'string', enum: values(251, 60) } }))).toEqual([
      'limit_enum_characters /properties/a/enum 15060/15000',
    ]);
  });

  it('counts what people call characters', () => {
    expect(
      over(closed({ a: { type: 'string', enum: ['😀'.repeat(6), 'x'] } }), {
        longEnum: 1,
        longEnumCharacters: 6,
      }),
    ).toEqual(['limit_enum_characters /properties/a/enum 7/6']);
  });
});

describe('names and values', () => {
  it('counts names of properties and definitions, and values of enum and const', () => {
    const schema = {
      ...closed({ abc: { type: 'string', enum: ['de', 'f'] }, g: { type: 'string', const: 'hi' } }),
      $defs: { jk: { type: 'integer', const: 123_456 } },
    };
    expect(over(schema, { nameCharacters: 11 })).toEqual([]);
    expect(over(schema, { nameCharacters: 10 })).toEqual(['limit_name_characters /$defs 11/10']);
  });

  it('is 120,000 unless told otherwise', () => {
    const schema = closed({ a: { type: 'string', const: 'x'.repeat(120_000) } });
    expect(over(schema)).toEqual(['limit_name_characters /properties/a/const 120001/120000']);
  });
});
