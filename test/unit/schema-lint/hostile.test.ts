import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/json/value.js';
import { lint } from '../../../src/schema/lint/lint.js';
import { closed, string } from './schemas.js';

const keywords = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'prefixItems',
  'enum',
  'const',
  '$ref',
  '$defs',
  'definitions',
  'anyOf',
  'oneOf',
  'allOf',
  'not',
  'if',
  'pattern',
  'format',
  '$id',
  '$anchor',
  '$dynamicRef',
  'maximum',
  'default',
  'x',
  '',
  '__proto__',
  '$schema',
  'dependencies',
];

/** Values that look like schemas, right and wrong. */
const schemaLike = fc.letrec<{ value: JsonValue; object: JsonObject }>((tie) => ({
  object: fc.dictionary(fc.constantFrom(...keywords), tie('value'), { maxKeys: 6, noNullPrototype: true }),
  value: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    fc.constantFrom<JsonValue>(
      'object',
      'string',
      '#',
      '#/$defs/x',
      '#/properties/x',
      'http://[',
      '#%',
      'https://example.com',
      'a',
      true,
      false,
      null,
      0,
      2 ** 60,
      'http://json-schema.org/draft-04/schema#',
    ),
    fc.array(tie('value'), { maxLength: 4 }),
    tie('object'),
  ),
})).value;

describe('whatever it is given', () => {
  it('never throws, and points to what is there', () => {
    fc.assert(
      fc.property(fc.oneof(schemaLike, fc.jsonValue() as fc.Arbitrary<JsonValue>), (schema) => {
        const { errors, warnings } = lint(schema);
        for (const { pointer, message, hint } of [...errors, ...warnings]) {
          expect(resolves(schema, pointer)).toBe(true);
          expect(message).toMatch(/\.$/);
          expect(hint).toMatch(/\.$/);
        }
      }),
      { numRuns: 300 },
    );
  });
});

function resolves(schema: JsonValue, pointer: string): boolean {
  let at: unknown = schema;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return false;
    at = Reflect.get(at, name);
  }
  return true;
}

const deep = (levels: number, wrap: (inner: JsonValue) => JsonValue): JsonValue => {
  let schema: JsonValue = string;
  for (let i = 0; i < levels; i++) schema = wrap(schema);
  return schema;
};

describe('hostile schemas', () => {
  it.each<[string, (inner: JsonValue) => JsonValue]>([
    ['objects', (inner) => closed({ a: inner })],
    ['unions', (inner) => ({ anyOf: [inner] })],
    ['negations', (inner) => ({ not: inner })],
  ])('20,000 %s inside each other', (_, wrap) => {
    const { errors } = lint(closed({ a: deep(20_000, wrap) }));
    const last = errors.at(-1);
    expect(last?.code).toBe('limit_nesting');
    expect(last?.message).toBe('Schemas are more than 2,000 levels deep; deeper ones were not checked.');
  });

  it('data of any depth', () => {
    const { errors } = lint(
      closed({ a: { type: 'array', items: string, default: deep(20_000, (inner) => [inner]) } }),
    );
    expect(errors).toEqual([]);
    const alike = closed({ x: { const: deep(20_000, (inner) => [inner]) } });
    expect(lint(closed({ a: { anyOf: [alike, alike] } })).warnings.map(({ code }) => code)).toContain(
      'same_first_key',
    );
  });

  it('more findings than anyone reads: the rest is counted', () => {
    const names = Array.from({ length: 12_000 }, (_, i) => `p${i}`);
    const { errors, omitted } = lint(closed(Object.fromEntries(names.map((name) => [name, {}]))));
    expect(errors).toHaveLength(10_000);
    // The one that is not about a property is that there are too many.
    expect(omitted).toBe(2_001);
  });

  it('pointers of megabytes: no more of them than fit in memory', () => {
    const long = 'n'.repeat(5_000);
    const schema = deep(1_900, (inner) => ({ ...closed({ [long]: inner }), not: {} }));
    const { errors, omitted } = lint(schema);
    // Each `not`, the depth, and how long the names are.
    expect(errors.length + omitted).toBe(1_902);
    expect(errors.map(({ pointer }) => pointer).join('').length).toBeLessThan(20_000_000);
  });

  it('references in circles', () => {
    const circle = { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } };
    expect(
      lint({ ...circle, ...closed({ u: { anyOf: [{ $ref: '#/$defs/a' }, { $ref: '#/$defs/b' }] } }) }).errors,
    ).toEqual([]);
  });

  it('long names are cut in messages', () => {
    const { errors } = lint({ ...closed({}), properties: { ['n'.repeat(100_000)]: string } });
    expect(errors[0]?.message.length).toBeLessThan(200);
  });
});
