import { Ajv as Ajv7 } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import AjvDraft4 from 'ajv-draft-04';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/json/value.js';
import type { Draft } from '../../../src/schema/dialect/draft.js';
import { checkMetaSchema } from '../../../src/schema/meta-schema/check.js';

const ajvOptions = { strict: false, logger: false, validateFormats: false } as const;
const metaSchemas: Record<Draft, (schema: JsonValue) => boolean> = {
  '4': judge(new AjvDraft4.default(ajvOptions), 'http://json-schema.org/draft-04/schema'),
  '6': judge(new Ajv7(ajvOptions).addMetaSchema(draft6), 'http://json-schema.org/draft-06/schema'),
  '7': judge(new Ajv7(ajvOptions), 'http://json-schema.org/draft-07/schema'),
  '2019-09': judge(new Ajv2019(ajvOptions), 'https://json-schema.org/draft/2019-09/schema'),
  '2020-12': judge(new Ajv2020(ajvOptions), 'https://json-schema.org/draft/2020-12/schema'),
};

function judge(ajv: { validate(id: string, value: unknown): unknown }, id: string) {
  return (schema: JsonValue): boolean => ajv.validate(id, schema) === true;
}

const names = fc.constantFrom('a', 'b', '^c$');
const wild = fc.constantFrom<JsonValue>(
  null,
  true,
  false,
  0,
  1,
  -1,
  2.5,
  'x',
  'string',
  'object',
  [],
  {},
  ['a'],
  ['a', 'a'],
  ['string', 'null'],
  [1, 2],
  [1, 1.0],
  { a: true },
  { a: 1 },
  { a: ['b'] },
  [true],
  [{}],
  [3],
);
const keywords = fc.constantFrom(
  'type',
  'enum',
  'const',
  'multipleOf',
  'maximum',
  'exclusiveMaximum',
  'minimum',
  'exclusiveMinimum',
  'maxLength',
  'minLength',
  'maxItems',
  'minItems',
  'uniqueItems',
  'maxProperties',
  'minProperties',
  'required',
  'title',
  'description',
  'default',
  'examples',
  'format',
  '$comment',
  'readOnly',
  'writeOnly',
  'deprecated',
  'contentMediaType',
  'contentEncoding',
  'dependentRequired',
  'minContains',
  'maxContains',
  'unknown',
  'nullable',
  '$id',
  '$anchor',
  '$ref',
);
const holders = fc.constantFrom(
  'not',
  'additionalProperties',
  'propertyNames',
  'items',
  'additionalItems',
  'contains',
  'if',
  'then',
  'else',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
);
const lists = fc.constantFrom('allOf', 'anyOf', 'oneOf', 'items', 'prefixItems');
const maps = fc.constantFrom(
  'properties',
  'patternProperties',
  '$defs',
  'definitions',
  'dependentSchemas',
  'dependencies',
);

const { schema: schemas } = fc.letrec<{ schema: JsonValue }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom<JsonValue>(true, {}, { type: 'string' }),
    fc.dictionary(keywords, wild, { maxKeys: 3 }),
    fc.dictionary(holders, tie('schema'), { maxKeys: 2 }),
    fc.dictionary(lists, fc.array(tie('schema'), { maxLength: 2 }), { maxKeys: 1 }),
    fc.dictionary(maps, fc.dictionary(names, fc.oneof(tie('schema'), wild), { maxKeys: 2 }), { maxKeys: 2 }),
  ),
}));

/** Where this check knowingly differs from a meta-schema, or ajv's copy of it does. */
function differsKnowingly(schema: JsonValue, draft: Draft): boolean {
  const text = JSON.stringify(schema);
  // Of draft-04 the later keywords are understood. ajv's copies are older than what is published: draft-04
  // lacks `format`, draft-07 lacks `writeOnly` and still wants `enum` to be a filled set.
  if (draft === '4') return /"(const|contains|if|then|else|format|\$ref|id)"/.test(text) || /\[\]/.test(text);
  if (draft === '7') return /"writeOnly"|"enum":(\[\]|\["a","a"\]|\[1,1\])/.test(text);
  return false;
}

describe('checkValidity', () => {
  it.each(Object.keys(metaSchemas) as Draft[])('agrees with the meta-schema of %s', (draft) => {
    const dialect = { draft, declared: 'known' } as const;
    const seen = { valid: 0, invalid: 0 };
    fc.assert(
      fc.property(schemas, (schema) => {
        fc.pre(!differsKnowingly(schema, draft));
        const { invalidity } = checkMetaSchema(schema, dialect);
        const verdict = typeof schema === 'boolean' || metaSchemas[draft](schema);
        seen[verdict ? 'valid' : 'invalid']++;
        expect(invalidity === undefined, JSON.stringify(invalidity)).toBe(verdict);
      }),
      { numRuns: 1000 },
    );
    expect(seen.valid).toBeGreaterThan(50);
    expect(seen.invalid).toBeGreaterThan(50);
  });

  const newest = { draft: '2020-12', declared: 'known' } as const;
  const unnamed = { draft: '2020-12', declared: 'absent' } as const;

  it.each([
    [{ properties: { a: { type: 'strin' } } }, '/properties/a/type'],
    [{ properties: { a: 5 } }, '/properties/a'],
    [{ required: 'a' }, '/required'],
    [{ 'x/y': 1, allOf: [{}, { minLength: -1 }] }, '/allOf/1/minLength'],
    [{ patternProperties: { '(': {} } }, '/patternProperties/('],
    [{ pattern: '(?i)x' }, '/pattern'],
    [{ pattern: 'end\\Z' }, '/pattern'],
    [{ items: [{}] }, '/items'],
    [{ $defs: { 'a/b': [] } }, '/$defs/a~1b'],
  ])('names the deepest culprit of %j', (schema, pointer) => {
    expect(checkMetaSchema(schema, newest).invalidity?.pointer).toBe(pointer);
  });

  it('takes the first culprit in the order of the text', () => {
    const schema = { properties: { a: { type: 1 }, b: { type: 2 } }, required: [1] };
    expect(checkMetaSchema(schema, newest).invalidity?.pointer).toBe('/required');
    expect(checkMetaSchema({ properties: schema.properties }, newest).invalidity?.pointer).toBe(
      '/properties/a/type',
    );
  });

  it.each([
    [{ items: [{}, true], additionalItems: false }],
    [{ dependencies: { a: ['b'], b: {} }, definitions: { c: {} } }],
    [{ pattern: 'a\\-b' }],
  ])('understands %j where no draft is named', (schema) => {
    expect(checkMetaSchema(schema, unnamed).invalidity).toBeUndefined();
  });

  it('never looks into data', () => {
    const schema = {
      enum: [{ type: 1 }],
      const: { type: 1 },
      default: { type: 1 },
      examples: [{ type: 1 }],
      x: { type: 1 },
    };
    expect(checkMetaSchema(schema, newest).invalidity).toBeUndefined();
  });

  it('takes a property of any name for a property', () => {
    expect(
      checkMetaSchema({ properties: { allOf: {}, $ref: {}, type: {} } }, newest).invalidity,
    ).toBeUndefined();
  });

  it('does not overflow', () => {
    let schema: JsonValue = { type: 1 };
    for (let i = 0; i < 100_000; i++) schema = { not: schema };
    expect(checkMetaSchema(schema, newest).invalidity).toBeDefined();
  });
});
