import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/json/value.js';
import type { FindingCode } from '../../../src/schema/lint/arguments.js';
import { LIMIT_SOURCES } from '../../../src/schema/lint/limits.js';
import { lint } from '../../../src/schema/lint/lint.js';
import { RULES } from '../../../src/schema/lint/rules/index.js';
import { closed, string } from './schemas.js';

/** `code pointer` of every finding about a schema, errors first. */
function found(schema: JsonValue): string[] {
  const { errors, warnings } = lint(schema);
  return [...errors, ...warnings].map(({ code, pointer }) => `${code} ${pointer}`);
}

/** A schema as the one property of an otherwise strict root. */
const at = (schema: JsonValue): JsonObject => closed({ p: schema });

/** A definition and the root that refers to it. */
const withDefinition = (property: JsonValue, definition: JsonValue = closed({ x: string })): JsonObject => ({
  $defs: { A: definition },
  ...closed({ p: property }),
});

const array = (more: JsonObject): JsonObject => ({ type: 'array', items: string, ...more });
const object = (more: JsonObject): JsonObject => ({ ...closed({ x: string }), ...more });
const text = (more: JsonObject): JsonObject => ({ type: 'string', ...more });

interface Example {
  /** What the rule objects to, and where. */
  readonly hits: readonly [JsonValue, ...string[]][];
  /** Near misses. */
  readonly misses: readonly JsonValue[];
}

const examples: { readonly [Code in Exclude<FindingCode, `limit_${string}`>]: Example } = {
  boolean_root: {
    hits: [
      [true, ''],
      [false, ''],
    ],
    misses: [at(string)],
  },
  root_type: {
    hits: [
      [{ type: ['object', 'null'], properties: {}, additionalProperties: false }, '/type'],
      [{ properties: {}, additionalProperties: false }, ''],
      [{ enum: ['a'] }, ''],
      [{}, ''],
    ],
    misses: [closed({ type: string }), at(array({}))],
  },
  root_union: {
    hits: [
      [{ ...at(string), anyOf: [string] }, '/anyOf'],
      [{ oneOf: [at(string)] }, '/oneOf'],
    ],
    misses: [closed({ anyOf: string, oneOf: string }), at({ anyOf: [string] })],
  },
  root_ref: {
    hits: [[{ $ref: '#/$defs/A', $defs: { A: at(string) } }, '/$ref']],
    misses: [closed({ $ref: string }), at({ $ref: '#' })],
  },
  missing_type: {
    hits: [
      [at({}), '/properties/p'],
      [at({ description: 'anything' }), '/properties/p'],
      [at({ const: 'a' }), '/properties/p'],
      [at(array({ items: { minLength: 1 } })), '/properties/p/items'],
      [withDefinition(string, {}), '/$defs/A'],
    ],
    misses: [
      at({ $ref: '#' }),
      at({ anyOf: [string, { type: 'null' }] }),
      at({ enum: ['a'] }),
      { ...at(string), allOf: [{ required: ['p'] }] },
      { ...at(string), if: { properties: { p: { const: 'a' } } } },
    ],
  },
  boolean_schema: {
    hits: [
      [at(true), '/properties/p'],
      [at(array({ items: false })), '/properties/p/items'],
      [at({ anyOf: [true, string] }), '/properties/p/anyOf/0'],
    ],
    misses: [
      at(object({ additionalProperties: true })),
      at(array({ prefixItems: [true], items: false })),
      at(array({ contains: true })),
      at({ type: 'boolean', const: true }),
    ],
  },
  enum_without_type: {
    hits: [[at({ enum: ['a', null] }), '/properties/p']],
    misses: [at(text({ enum: ['a'] })), closed({ enum: string })],
  },
  enum_types: {
    hits: [[at({ type: ['string', 'integer'], enum: ['a', 1] }), '/properties/p/enum']],
    misses: [
      at({ type: ['string', 'null'], enum: ['a', null] }),
      at({ type: 'number', enum: [1, 1.5] }),
      closed({ enum: { type: 'integer' } }),
    ],
  },
  enum_structure: {
    hits: [
      [at(array({ enum: [['a'], ['b']] })), '/properties/p/enum'],
      [at(object({ const: { x: 'a' } })), '/properties/p/const'],
    ],
    misses: [at({ type: 'null', const: null }), closed({ const: object({}) })],
  },
  nullable: {
    hits: [[at(text({ nullable: true })), '/properties/p/nullable']],
    misses: [closed({ nullable: string })],
  },
  additional_properties_missing: {
    hits: [
      [at({ type: ['null', 'object'], properties: {} }), '/properties/p'],
      [at({ type: 'object' }), '/properties/p'],
      [withDefinition(string, { properties: {} }), '/$defs/A'],
    ],
    misses: [at(string), at({ $ref: '#' }), { ...at(string), not: { properties: { p: { const: 'a' } } } }],
  },
  additional_properties_true: {
    hits: [
      [at(object({ additionalProperties: true })), '/properties/p/additionalProperties'],
      [at(object({ additionalProperties: {} })), '/properties/p/additionalProperties'],
    ],
    misses: [at(object({})), closed({ additionalProperties: string })],
  },
  map: {
    hits: [[at(object({ additionalProperties: string })), '/properties/p/additionalProperties']],
    misses: [at(object({ additionalProperties: true })), closed({ additionalProperties: string })],
  },
  pattern_properties: {
    hits: [[at(object({ patternProperties: { '^x-': string } })), '/properties/p/patternProperties']],
    misses: [closed({ patternProperties: string })],
  },
  required_missing: {
    hits: [
      [at(object({ required: [] })), '/properties/p/required'],
      [at({ type: 'object', properties: { x: string }, additionalProperties: false }), '/properties/p'],
      [at(object({ properties: { x: string, ['__proto__']: string } })), '/properties/p/required'],
    ],
    misses: [at(object({})), at({ type: 'object', properties: {}, additionalProperties: false })],
  },
  required_unknown: {
    hits: [[at(object({ required: ['x', 'constructor'] })), '/properties/p/required']],
    misses: [at(object({})), { ...at(string), allOf: [{ required: ['other'] }] }],
  },
  property_names: {
    hits: [[at(object({ propertyNames: { pattern: '^a' } })), '/properties/p/propertyNames']],
    misses: [closed({ propertyNames: string })],
  },
  property_count: {
    hits: [
      [
        at(object({ minProperties: 1, maxProperties: 2 })),
        '/properties/p/minProperties',
        '/properties/p/maxProperties',
      ],
    ],
    misses: [closed({ minProperties: string })],
  },
  unevaluated: {
    hits: [
      [at(object({ unevaluatedProperties: false })), '/properties/p/unevaluatedProperties'],
      [at(array({ unevaluatedItems: false })), '/properties/p/unevaluatedItems'],
    ],
    misses: [closed({ unevaluatedItems: string })],
  },
  missing_items: {
    hits: [
      [at({ type: 'array' }), '/properties/p'],
      [at({ type: ['array', 'null'] }), '/properties/p'],
    ],
    misses: [at(array({})), closed({ items: string }), at({ type: 'array', prefixItems: [string] })],
  },
  tuple: {
    hits: [
      [at(array({ prefixItems: [string] })), '/properties/p/prefixItems'],
      [at(array({ items: [string], additionalItems: false })), '/properties/p/items'],
      [at(array({ additionalItems: string })), '/properties/p/additionalItems'],
    ],
    misses: [at(array({})), closed({ prefixItems: string, items: string })],
  },
  unique_items: {
    hits: [[at(array({ uniqueItems: false })), '/properties/p/uniqueItems']],
    misses: [closed({ uniqueItems: string })],
  },
  contains: {
    hits: [
      [at(array({ minContains: 1, contains: string })), '/properties/p/contains'],
      [at(array({ maxContains: 1 })), '/properties/p/maxContains'],
    ],
    misses: [closed({ contains: string }), at(array({ minItems: 1, maxItems: 2 }))],
  },
  all_of: {
    hits: [[at(text({ allOf: [{ minLength: 1 }] })), '/properties/p/allOf']],
    misses: [closed({ allOf: string })],
  },
  one_of: {
    hits: [[at({ oneOf: [string, { type: 'null' }] }), '/properties/p/oneOf']],
    misses: [closed({ oneOf: string }), at({ anyOf: [string] })],
  },
  not: {
    hits: [[at(text({ not: { const: 'a' } })), '/properties/p/not']],
    misses: [closed({ not: string })],
  },
  conditional: {
    hits: [
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      [at(text({ then: {}, if: {}, else: {} })), '/properties/p/if'],
      [at(text({ else: {} })), '/properties/p/else'],
    ],
    // biome-ignore lint/suspicious/noThenProperty: a property of that name
    misses: [closed({ if: string, then: string, else: string })],
  },
  dependents: {
    hits: [
      [at(object({ dependentRequired: { x: ['x'] } })), '/properties/p/dependentRequired'],
      [at(object({ dependentSchemas: { x: {} } })), '/properties/p/dependentSchemas'],
      [at(object({ dependencies: { x: ['x'] } })), '/properties/p/dependencies'],
    ],
    misses: [closed({ dependencies: string })],
  },
  same_first_key: {
    hits: [
      [
        withDefinition({ anyOf: [{ $ref: '#/$defs/A' }, closed({ x: { type: 'integer' } })] }),
        '/properties/p/anyOf',
      ],
      [
        at({ anyOf: [closed({ k: text({ enum: ['a', 'b'] }) }), closed({ k: text({ const: 'b' }) })] }),
        '/properties/p/anyOf',
      ],
      [at({ anyOf: [closed({ k: text({ const: 'a' }) }), closed({ k: string })] }), '/properties/p/anyOf'],
    ],
    misses: [
      at({ anyOf: [closed({ k: text({ const: 'a' }) }), closed({ k: text({ const: 'b' }) })] }),
      at({ anyOf: [closed({ a: string }), closed({ b: string }), { type: 'null' }] }),
    ],
  },
  ref_constraint: {
    hits: [
      [
        withDefinition({ type: 'object', $ref: '#/$defs/A', minProperties: 1 }),
        '/properties/p/type',
        '/properties/p/minProperties',
      ],
    ],
    misses: [withDefinition({ $ref: '#/$defs/A' }), closed({ $ref: string, type: string })],
  },
  ref_annotation: {
    hits: [
      [
        withDefinition({ title: 't', $ref: '#/$defs/A', description: 'd', default: null }),
        '/properties/p/title',
        '/properties/p/description',
        '/properties/p/default',
      ],
    ],
    misses: [withDefinition({ $ref: '#/$defs/A' }), closed({ $ref: string, description: string })],
  },
  remote_ref: {
    hits: [
      [at({ $ref: 'https://example.com/a.json#/x' }), '/properties/p/$ref'],
      [at({ $ref: 'other.json' }), '/properties/p/$ref'],
    ],
    misses: [withDefinition({ $ref: '#/$defs/A' }), at(text({ enum: ['$ref'] }))],
  },
  dangling_ref: {
    hits: [[at({ $ref: '#/$defs/A' }), '/properties/p/$ref']],
    misses: [withDefinition({ $ref: '#/$defs/A' }), at(text({ description: '#/$defs/A' }))],
  },
  ref_target: {
    hits: [
      [
        closed({ a: closed({ b: string }), c: { $ref: '#/properties/a/properties/b' } }),
        '/properties/c/$ref',
      ],
      [withDefinition({ $ref: '#/$defs/A/properties/x' }), '/properties/p/$ref'],
    ],
    misses: [withDefinition({ $ref: '#/$defs/A' }), at({ anyOf: [{ $ref: '#' }, { type: 'null' }] })],
  },
  definitions: {
    hits: [[{ ...at(string), definitions: { A: string } }, '/definitions']],
    misses: [closed({ definitions: string }), withDefinition(string)],
  },
  nested_definitions: {
    hits: [[at(object({ $defs: { A: string } })), '/properties/p/$defs']],
    misses: [withDefinition(string), closed({ $defs: string })],
  },
  nested_identifier: {
    hits: [
      [at(text({ $id: 'https://example.com/x' })), '/properties/p/$id'],
      [{ ...at(string), $anchor: 'a' }, '/$anchor'],
      [{ ...at(text({ $dynamicAnchor: 'a' })) }, '/properties/p/$dynamicAnchor'],
    ],
    misses: [{ $id: 'https://example.com/x', ...at(string) }, closed({ $id: string, $anchor: string })],
  },
  format: {
    hits: [
      [at(text({ format: 'uri' })), '/properties/p/format'],
      [at(text({ format: 'constructor' })), '/properties/p/format'],
    ],
    misses: [at(text({ format: 'date-time' })), closed({ format: string })],
  },
  pattern_syntax: {
    hits: [
      '(?=a)',
      '(?<!a)',
      '(?<name>a)',
      String.raw`(a)\1`,
      String.raw`\bword`,
      String.raw`[\p{L}]`,
      '(?i:a)',
    ].map((pattern) => [at(text({ pattern })), '/properties/p/pattern']),
    misses: [
      ...[
        '^[a-z]+$',
        '(?:a|b)*',
        String.raw`\(\?=`,
        '[(?=]',
        String.raw`[\b]`,
        String.raw`\\b`,
        String.raw`\d{3}`,
      ].map((pattern) => at(text({ pattern }))),
      closed({ pattern: string }),
    ],
  },
  max_length: {
    hits: [[at(text({ maxLength: 5 })), '/properties/p/maxLength']],
    misses: [closed({ maxLength: string })],
  },
  unsafe_integer: {
    hits: [
      [at({ type: 'integer', maximum: 2 ** 53 }), '/properties/p/maximum'],
      [at({ type: 'integer', enum: [1, -(2 ** 53)] }), '/properties/p/enum/1'],
      [at({ type: 'integer', default: { 'a/b': [2 ** 60] } }), '/properties/p/default/a~1b/0'],
    ],
    misses: [at({ type: 'integer', maximum: 2 ** 53 - 1 }), at({ type: 'number', minimum: 0.1 })],
  },
  default: {
    hits: [[at(text({ default: null })), '/properties/p/default']],
    misses: [closed({ default: string })],
  },
  title: { hits: [[{ title: 't', ...at(string) }, '/title']], misses: [closed({ title: string })] },
  annotation: {
    hits: [
      [at(text({ examples: ['a'] })), '/properties/p/examples'],
      [{ $comment: 'c', ...at(string) }, '/$comment'],
      [at(text({ $schema: 'http://json-schema.org/draft-07/schema#' })), '/properties/p/$schema'],
    ],
    misses: [
      { $schema: 'http://json-schema.org/draft-07/schema#', ...at(string) },
      at(text({ description: 'd' })),
      closed({ examples: string }),
    ],
  },
  content: {
    hits: [[at(text({ contentMediaType: 'text/html' })), '/properties/p/contentMediaType']],
    misses: [closed({ contentMediaType: string })],
  },
  unknown_keyword: {
    hits: [
      [at(text({ pattren: 'a' })), '/properties/p/pattren'],
      [{ ...at(string), 'x-order': 1 }, '/x-order'],
      [at(text({ constructor: 1, '': 2 })), '/properties/p/constructor', '/properties/p/'],
    ],
    misses: [at(text({ minLength: 1 })), closed({ pattren: string })],
  },
};

describe.each(Object.entries(examples))('%s', (code, { hits, misses }) => {
  it.each(hits)('finds it in %j', (schema, ...pointers) => {
    expect(found(schema).filter((one) => one.startsWith(`${code} `))).toEqual(
      pointers.map((pointer) => `${code} ${pointer}`),
    );
  });

  it.each(misses.map((schema) => [schema]))('does not find it in %j', (schema) => {
    expect(found(schema).filter((one) => one.startsWith(`${code} `))).toEqual([]);
  });
});

describe('the list of rules', () => {
  it('has every code once, and an example of each', () => {
    const codes = RULES.map(({ code }) => code);
    expect(new Set(codes).size).toBe(codes.length);
    expect([...codes].sort()).toEqual(Object.keys(examples).sort());
  });

  it('says of each where it comes from', () => {
    for (const { code, sources } of RULES) expect(sources, code).not.toEqual([]);
    expect(Object.keys(LIMIT_SOURCES)).toHaveLength(6);
  });
});

describe('what is found where', () => {
  it('comes in the order of the text, all at once', () => {
    const schema = {
      uniqueItems: true,
      properties: { z: { items: true, type: 'array', format: 'uri' }, a: {} },
      type: 'object',
      allOf: [],
    };
    expect(lint(schema).errors.map(({ pointer }) => pointer)).toEqual([
      '',
      '',
      '/uniqueItems',
      '/properties/z/items',
      '/properties/z/format',
      '/properties/a',
      '/allOf',
    ]);
  });

  it('is nothing in data, and something in every keyword that holds schemas', () => {
    const hidden = { type: 'object', properties: { a: true }, uniqueItems: true };
    for (const keyword of ['enum', 'examples']) {
      expect(
        found(at({ type: 'object', additionalProperties: false, [keyword]: [hidden] })).join(),
      ).not.toContain('unique');
    }
    for (const keyword of ['const', 'default', 'x-unknown']) {
      expect(
        found(at({ type: 'object', additionalProperties: false, [keyword]: hidden })).join(),
      ).not.toContain('unique');
    }
    for (const keyword of [
      'not',
      'if',
      'then',
      'else',
      'contains',
      'items',
      'additionalProperties',
      'propertyNames',
    ]) {
      expect(found(at({ [keyword]: hidden }))).toContain(`unique_items /properties/p/${keyword}/uniqueItems`);
    }
    for (const keyword of ['allOf', 'anyOf', 'oneOf', 'prefixItems', 'items']) {
      expect(found(at({ [keyword]: [hidden] }))).toContain(
        `unique_items /properties/p/${keyword}/0/uniqueItems`,
      );
    }
    for (const keyword of ['$defs', 'definitions', 'properties', 'patternProperties', 'dependentSchemas']) {
      expect(found(at({ [keyword]: { n: hidden } }))).toContain(
        `unique_items /properties/p/${keyword}/n/uniqueItems`,
      );
    }
  });
});
