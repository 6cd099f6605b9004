import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/json/value.js';
import { NoSampleError, sampleValue } from '../../../src/rehearsal/sample.js';

const closed = (properties: Record<string, JsonValue>): JsonValue => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
  additionalProperties: false,
});

function nested(levels: number): JsonValue {
  return levels === 0
    ? { type: 'string' }
    : closed({ list: { type: 'array', minItems: 1, items: nested(levels - 1) } });
}

const SCHEMAS: Record<string, JsonValue> = {
  scalars: closed({
    text: { type: 'string' },
    count: { type: 'integer', minimum: 3 },
    maybe: { type: ['string', 'null'] },
    yes: { type: 'boolean' },
  }),
  choices: closed({
    e: { enum: ['x', 'y', null] },
    u: { anyOf: [closed({ k: { const: 'a' }, n: { type: 'number' } }), closed({ k: { const: 'b' } })] },
  }),
  numbers: closed({ m: { type: 'number', multipleOf: 0.01, minimum: 0, maximum: 5 } }),
  patterns: closed({
    p: { type: 'string', pattern: '^[A-Z]{2}\\d{3}$' },
    s: { type: 'string', minLength: 40 },
  }),
  recursive: {
    ...(closed({ tree: { $ref: '#/$defs/node' } }) as object),
    $defs: {
      node: closed({
        kids: { type: 'array', items: { $ref: '#/$defs/node' } },
        next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] },
      }),
    },
  },
  'ten levels of objects and arrays': nested(10),
  'a list of different things': { type: 'array', items: { enum: [1, 2, 3] }, uniqueItems: true, minItems: 3 },
};

describe('sampleValue', () => {
  it.each(Object.entries(SCHEMAS))('is valid for %s, whatever the seed', async (_name, schema) => {
    const validate = new Ajv2020({ strict: false }).compile(schema as object);
    for (let seed = 1; seed <= 10; seed += 1) {
      const value = await sampleValue(schema, { seed, validate });
      expect(validate(value)).toBe(true);
    }
  });

  it('is the same for the same seed, and differs between seeds', async () => {
    const schema = SCHEMAS['scalars'] ?? null;
    const sample = (seed: number) => sampleValue(schema, { seed, validate: () => true });
    expect(await sample(7)).toEqual(await sample(7));
    expect(await sample(7)).not.toEqual(await sample(8));
  });

  it('does not modify the schema', async () => {
    const schema = SCHEMAS['recursive'] ?? null;
    const before = JSON.stringify(schema);
    await sampleValue(schema, { seed: 1, validate: () => true });
    expect(JSON.stringify(schema)).toBe(before);
  });

  it("uses the author's examples if they are valid, and other values if not", async () => {
    const schema = closed({ name: { type: 'string', examples: ['Ada'] } });
    expect(await sampleValue(schema, { seed: 1, validate: () => true })).toEqual({ name: 'Ada' });
    const notAda = (value: JsonValue) => JSON.stringify(value) !== '{"name":"Ada"}';
    const other = await sampleValue(schema, { seed: 1, validate: notAda });
    expect(other).toEqual({ name: expect.not.stringMatching(/^Ada$/) });
  });

  it('rounds numbers, unless only the exact one is valid', async () => {
    const schema = closed({ n: { type: 'number' } });
    expect(JSON.stringify(await sampleValue(schema, { seed: 1, validate: () => true }))).toMatch(
      /\.\d{1,2}\}$/,
    );
    const exact = (value: JsonValue) => /\.\d{5,}/.test(JSON.stringify(value));
    expect(exact(await sampleValue(schema, { seed: 1, validate: exact }))).toBe(true);
  });

  it.each<[string, JsonValue, () => boolean]>([
    ['nothing is valid', { type: 'object' }, () => false],
    ['a reference dangles', closed({ a: { $ref: '#/$defs/none' } }), () => false],
    ['only an endless value would be valid', closed({ a: { $ref: '#' } }), () => false],
  ])('says what to do where %s', async (_name, schema, validate) => {
    const sampling = sampleValue(schema, { seed: 1, validate });
    await expect(sampling).rejects.toThrow(NoSampleError);
    await expect(sampling).rejects.toThrow(/'rehearse\.answer'/);
  });
});
