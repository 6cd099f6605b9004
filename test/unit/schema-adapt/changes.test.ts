import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/json/value.js';
import { adapt } from '../../../src/schema/adapt/adapt.js';
import { compileSchema } from '../../../src/schema/compile-schema.js';
import { hasSuite, readSuite, type SuiteDraft, suiteDrafts } from '../../suite/json-schema-test-suite.js';
import { adapted } from './adapted.js';
import { anyDocument } from './arbitrary-schema.js';
import { randomPair } from './typed-pairs.js';
import { unreported } from './unreported.js';
import { randomFrom } from './wire-sample.js';

const RUNS = Number(process.env['ADAPT_RUNS'] ?? 60);

const text = { type: 'string' };

function object(properties: { [name: string]: JsonValue }, more: { [keyword: string]: JsonValue } = {}) {
  const required = Object.keys(properties);
  return { type: 'object', properties, required, additionalProperties: false, ...more };
}

describe('each way to change a schema is reported at its place', () => {
  const words = Array.from({ length: 1001 }, (_, index) => `w${index}`);
  const renamed = JSON.parse(
    '{"type": "object", "properties": {"__proto__": {"type": "string"}}, "required": ["__proto__"], "additionalProperties": false}',
  );
  it.each<[string, JsonValue, string, string, RegExp]>([
    ['{} as text', object({ a: {} }), '/properties/a', 'encoded', /JSON text/],
    ['true as text', object({ a: true }), '/properties/a', 'encoded', /JSON text/],
    [
      'items of any kind',
      object({ a: { type: 'array' } }),
      '/properties/a',
      'encoded',
      /its items.*JSON text/,
    ],
    [
      'a map of anything',
      object({ a: { type: 'object' } }),
      '/properties/a',
      'encoded',
      /further.*JSON text/,
    ],
    [
      'a required name alone',
      object({ a: { type: 'object', required: ['b'] } }),
      '/properties/a',
      'encoded',
      /"b": any JSON value, as JSON text/,
    ],
    [
      'nullable',
      object({ a: { type: 'string', nullable: true } }),
      '/properties/a/nullable',
      'exact',
      /null/,
    ],
    ['too many values', object({ a: { enum: words } }), '/properties/a/enum', 'dropped', /not on the wire/],
    ['values as text', object({ a: { enum: [{ b: 1 }, []] } }), '/properties/a/enum', 'encoded', /JSON text/],
    [
      'an enum of one',
      object({ a: { type: 'string', enum: ['x'] } }),
      '/properties/a/enum',
      'exact',
      /listed/,
    ],
    ['values of many types', object({ a: { enum: ['x', 1] } }), '/properties/a/enum', 'exact', /listed/],
    [
      'many types',
      object({ a: { type: ['string', 'array'], items: text } }),
      '/properties/a/type',
      'exact',
      /types/,
    ],
    ['a renamed property', renamed, '/properties/__proto__', 'encoded', /"proto__"/],
    [
      'a keyword of nobody',
      object({ a: { type: 'string', 'x-a': 1 } }),
      '/properties/a/x-a',
      'dropped',
      /x-a/,
    ],
    [
      'deprecated',
      object({ a: { type: 'string', deprecated: true } }),
      '/properties/a/deprecated',
      'dropped',
      /stated in the description/,
    ],
    [
      'of another type',
      object({ a: { type: 'string', minimum: 1 } }),
      '/properties/a/minimum',
      'exact',
      /left out/,
    ],
    [
      'never',
      { type: 'object', properties: { a: false, b: text }, required: ['b'] },
      '/properties',
      'exact',
      /"a"/,
    ],
    [
      'a name told by a rule',
      object({ a: { type: 'object', propertyNames: { maxLength: 3 } } }),
      '/properties/a/propertyNames/maxLength',
      'dropped',
      /maxLength/,
    ],
  ])('%s', (_name, schema, pointer, kind, what) => {
    const { changes } = adapted(schema);
    expect(changes).toContainEqual({
      pointer,
      kind,
      what: expect.stringMatching(what),
      why: expect.any(String),
    });
  });

  it('references: what is beside them, and where they lead', () => {
    const A = object({ x: text });
    const { changes } = adapted(
      object(
        {
          a: { $ref: '#/$defs/A', description: 'd', default: {} },
          b: { $ref: '#/$defs/A', title: 'B' },
          c: { $ref: '#/$defs/C' },
        },
        { $defs: { A, C: { type: 'string' }, D: { type: 'string' } } },
      ),
    );
    expect(changes.map(({ kind, pointer, what }) => `${kind} ${pointer} ${what}`).sort()).toEqual([
      'dropped /properties/a/default default is not on the wire',
      'dropped /properties/b/title title is not on the wire',
      'exact /$defs/C no definition',
      'exact /$defs/D left out',
      'exact /properties/a/description moved around the reference',
      'exact /properties/b/title moved around the reference',
      'exact /properties/c/$ref written out',
    ]);
  });

  it('the order of properties, where alternatives begin alike', () => {
    const p = { anyOf: [object({ n: text, a: text }), object({ n: text, b: text })] };
    const { changes } = adapted(object({ p }));
    expect(changes.map(({ pointer, what }) => `${pointer} ${what}`)).toEqual([
      '/properties/p/anyOf/0 the property "a" comes first',
      '/properties/p/anyOf/1 the property "b" comes first',
    ]);
  });

  it.each<[string, JsonValue, string[]]>([
    [
      'a keyword that only another alternative has a place for',
      { oneOf: [{ type: 'array' }, { enum: [0], items: { contains: false } }] },
      ['exact /oneOf/1/items items is left out'],
    ],
    [
      'a keyword of a type that only another alternative has',
      { anyOf: [{ type: 'string' }, { type: 'integer', format: 'int64' }] },
      ['exact /anyOf/1/format format is left out'],
    ],
    [
      'a choice in a branch of another choice',
      {
        oneOf: [{ type: 'string' }],
        anyOf: [{ anyOf: [{ minItems: 1, type: ['string', 'object'] }], properties: { a: text } }, false],
      },
      ['dropped /anyOf/0/anyOf anyOf is not on the wire'],
    ],
    [
      'positions of a tuple in one alternative, and values in the other',
      { anyOf: [{ prefixItems: [text, { type: 'number' }] }, { const: 'a', prefixItems: [text] }] },
      ['exact /anyOf/1/prefixItems prefixItems is left out'],
    ],
    [
      'items after the end of every list',
      { type: 'array', items: text, maxItems: 0 },
      ['exact /items items is left out'],
    ],
    [
      'items after a position that no value can have',
      { type: 'array', prefixItems: [text, false], items: { type: 'number' } },
      ['exact /items left out'],
    ],
  ])('choices inside choices, and what no value reaches: %s', (_name, schema, expected) => {
    const { changes } = adapted(schema, { narrow: false });
    const lines = changes.map(({ kind, pointer, what }) => `${kind} ${pointer} ${what}`);
    expect(lines).toEqual(expect.arrayContaining(expected));
  });

  it('an alternative is reported as it would be alone', () => {
    const branch = { const: 'a', prefixItems: [text], minimum: 1 };
    const changesOf = (schema: JsonValue, at: string): string[] =>
      adapted(schema, { narrow: false }).changes.flatMap(({ kind, pointer, what }) =>
        pointer.startsWith(`${at}/`) ? [`${kind} ${pointer.slice(at.length)} ${what}`] : [],
      );
    const beside = { type: 'array', prefixItems: [text, { type: 'number' }], items: { type: 'number' } };
    const nested = { anyOf: [beside, { anyOf: [branch, { type: 'number', minimum: 1 }] }] };
    const alone = changesOf(object({ p: branch }), '/properties/p').filter(
      (line) => !line.includes('/const'),
    );
    expect(changesOf(nested, '/anyOf/1/anyOf/0').filter((line) => !line.includes('/const'))).toEqual(alone);
    expect(alone).toHaveLength(2);
  });

  it('a property that several schemas combine is reported at each of them', () => {
    const properties = '{"a": {"type": "string"}, "__proto__": {"minLength": 1}}';
    const schema = JSON.parse(
      `{"type": "object", "allOf": [{"properties": ${properties}}, {"properties": ${properties}}]}`,
    );
    const { changes } = adapted(schema);
    for (const branch of ['/allOf/0', '/allOf/1']) {
      const about = changes.filter(({ pointer }) => pointer.startsWith(`${branch}/properties/`));
      expect(about.map(({ pointer, what }) => `${pointer.slice(branch.length)} ${what}`)).toEqual(
        expect.arrayContaining([
          '/properties/a optional becomes nullable',
          '/properties/__proto__ the property "__proto__" is named "proto__"',
        ]),
      );
    }
  });

  it('nothing is reported where nothing is changed', () => {
    const node = object({
      a: { type: ['string', 'null'], description: 'd' },
      b: { $ref: '#/$defs/B' },
      c: { anyOf: [{ $ref: '#/$defs/B' }, { type: 'null' }] },
    });
    const B = object({
      d: { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 1 },
      e: { type: 'string', enum: ['x', 'y'] },
    });
    expect(adapted({ ...node, $defs: { B } }).changes).toEqual([]);
  });
});

describe.each([false, true])('no difference is passed over, narrow: %s', (narrow) => {
  const silentOf = (schema: JsonValue): string[] => {
    const result = adapt(schema, { narrow });
    return result.ok ? unreported(schema, result) : [];
  };

  it.each([20, 1, 2, 3, 4, 5])('in any schema whatever, seed %i', (seed) => {
    fc.assert(
      fc.property(anyDocument, (generated) => {
        // What is generated has parts in common, which no schema that was read from text has.
        const schema = JSON.parse(JSON.stringify(generated)) as JsonValue;
        if ('kind' in compileSchema(schema, { mode: 'raw' })) return;
        expect(silentOf(schema), JSON.stringify(schema)).toEqual([]);
      }),
      { numRuns: RUNS, seed },
    );
  });

  it('in schemas as people write them', () => {
    fc.assert(
      fc.property(fc.nat(), (seed) => {
        const schema = JSON.parse(JSON.stringify(randomPair(randomFrom(seed)).schema)) as JsonValue;
        expect(silentOf(schema), JSON.stringify(schema)).toEqual([]);
      }),
      { numRuns: RUNS },
    );
  });

  it.skipIf(!hasSuite)(
    'in the JSON Schema Test Suite',
    () => {
      const silent: string[] = [];
      for (const draft of Object.keys(suiteDrafts) as SuiteDraft[]) {
        for (const { name, groups } of readSuite(draft)) {
          for (const { description, schema } of groups) {
            for (const pointer of silentOf(schema))
              silent.push(`${draft} ${name} / ${description}: ${pointer}`);
          }
        }
      }
      expect(silent).toEqual([]);
    },
    120_000,
  );
});

if (!hasSuite) {
  console.warn(
    'JSON Schema Test Suite not found: set JSON_SCHEMA_TEST_SUITE to run its part of these tests.',
  );
}
