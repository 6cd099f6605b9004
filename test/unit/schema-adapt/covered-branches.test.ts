import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/json/value.js';
import { compileSchema } from '../../../src/schema/compile-schema.js';
import { adapted, refused } from './adapted.js';
import { randomFrom, sampleWire } from './wire-sample.js';

const open = (properties: JsonObject, ...required: string[]): JsonObject => ({
  type: 'object',
  properties,
  required,
});
const string = { type: 'string' };
const A = open({ kind: string, a: string }, 'kind');
const B = open({ kind: string, b: string }, 'kind');
const inProperty = (schema: JsonObject, ...required: string[]): JsonObject =>
  open({ p: schema }, ...required);

/** How many of 200 values of the wire are valid for the author once decoded. */
function validSamples(schema: JsonObject): number {
  const codec = compileSchema(schema, { mode: 'adapt' });
  if ('kind' in codec) throw new Error(codec.message);
  const random = randomFrom(7);
  return Array.from({ length: 200 }, () => {
    const decoded = codec.decode(sampleWire(codec.wire as JsonObject, random));
    return decoded.ok && codec.validate(decoded.value).ok;
  }).filter(Boolean).length;
}

describe('a oneOf whose branches nothing tells apart', () => {
  it.each<[string, JsonObject]>([
    [
      'open branches with a tag that is any string',
      { oneOf: [A, B], discriminator: { propertyName: 'kind' } },
    ],
    ['the same without a discriminator', { oneOf: [A, B] }],
    ['the same branch twice', { oneOf: [A, A] }],
    [
      'the same tag in both branches',
      {
        oneOf: [
          open({ kind: { const: 'pet' }, a: string }, 'kind'),
          open({ kind: { const: 'pet' }, b: string }, 'kind'),
        ],
      },
    ],
    ['branches made of parts', { oneOf: [{ allOf: [A, { required: ['a'] }] }, A, { allOf: [A] }] }],
  ])('is refused before anything runs: %s', (_, schema) => {
    expect(refused(inProperty(schema, 'p'))).toEqual([
      expect.objectContaining({ code: 'indistinct_branches', pointer: '/properties/p/oneOf' }),
    ]);
    expect(refused(schema)).toMatchObject([{ code: 'indistinct_branches', pointer: '/oneOf' }]);
    // The wire then has properties that no branch names, with which one branch may match alone.
    adapted(inProperty(schema, 'p'), { narrow: false });
  });

  it('is left out if the property is optional', () => {
    const schema = inProperty({ oneOf: [A, B] });
    expect(adapted(schema).wire).not.toHaveProperty('properties.p');
    expect(validSamples(schema)).toBe(200);
  });
});

describe('a branch of a oneOf', () => {
  const base = open({ kind: string }, 'kind');
  const derived = open({ kind: string, a: string }, 'kind', 'a');

  it('is left out if another branch accepts all its values', () => {
    const schema = inProperty({ oneOf: [base, derived] }, 'p');
    const { wire, changes } = adapted(schema);
    expect(wire).toMatchObject({ properties: { p: { properties: { kind: string } } } });
    expect(wire).not.toHaveProperty('properties.p.anyOf');
    expect(changes).toContainEqual(
      expect.objectContaining({ pointer: '/properties/p/oneOf', what: 'a branch is left out' }),
    );
    expect(validSamples(schema)).toBe(200);
  });

  it.each<[string, JsonValue[]]>([
    ['it requires what the other one does not have', [open({ a: string }, 'a'), open({ b: string }, 'b')]],
    ['both are closed', [A, B].map((each) => ({ ...each, additionalProperties: false }))],
    ['both say more', [A, B].map((each) => ({ ...each, minProperties: 1 }))],
    ['a tag tells them apart', [open({ t: { const: 1 } }, 't'), open({ t: { const: 2 } }, 't')]],
    ['it has other properties', [{ ...A, additionalProperties: string }, open({ c: { type: 'null' } })]],
    ['the types differ', [A, { type: 'array', items: string }]],
  ])('stays if %s', (_, oneOf) => {
    const { wire } = adapted(inProperty({ oneOf }, 'p'));
    expect((wire['properties'] as JsonObject)['p']).toMatchObject({ anyOf: { length: oneOf.length } });
  });

  it('stays in an anyOf', () => {
    expect(adapted(inProperty({ anyOf: [base, derived] }, 'p')).wire).toHaveProperty('properties.p.anyOf');
  });
});

describe('a discriminator', () => {
  it.each([9, 20, 40])('fixes the tags of %i branches', (count) => {
    const names = Array.from({ length: count }, (_, index) => `Kind${index}`);
    const ref = (name: string) => `#/components/schemas/${name}`;
    const schemas = names.map((name) => [name, open({ kind: string, [`of${name}`]: string }, 'kind')]);
    const schema = {
      ...inProperty(
        {
          oneOf: names.map((name) => ({ $ref: ref(name) })),
          discriminator: {
            propertyName: 'kind',
            mapping: Object.fromEntries(names.map((name) => [name.toLowerCase(), ref(name)])),
          },
        },
        'p',
      ),
      components: { schemas: Object.fromEntries(schemas) },
    };
    const text = JSON.stringify(adapted(schema).wire);
    for (const name of names) expect(text).toContain(`"const":"${name.toLowerCase()}"`);
    expect(validSamples(schema)).toBe(200);
  });
});
