import type { JsonValue } from '../../src/json/value.js';

/** A class of schemas that people had refused, by its number in the collected reports. */
export interface SchemaCase {
  readonly name: string;
  readonly schema: JsonValue;
  /** What `schema check` finds: a code, and the text that it points at (the nth of its kind). */
  readonly finds: readonly (readonly [code: string, at: string, nth?: number])[];
  /** An author value that comes through the adapted schema and back unchanged. */
  readonly value: JsonValue;
  /** A wire value's author value that the author's schema refuses, though the wire takes it. */
  readonly refuses?: JsonValue;
}

const text = { type: 'string' } as const;

function object(properties: Record<string, JsonValue>, more: Record<string, JsonValue> = {}): JsonValue {
  return {
    type: 'object',
    properties,
    required: Object.keys(properties),
    additionalProperties: false,
    ...more,
  };
}

/** Objects inside each other, so many that a strict schema may just have them. */
function nested(levels: number): JsonValue {
  return levels === 1 ? object({ end: text }) : object({ in: nested(levels - 1) });
}

function nestedValue(levels: number): JsonValue {
  return levels === 1 ? { end: 'x' } : { in: nestedValue(levels - 1) };
}

const words = Array.from({ length: 1001 }, (_, index) => `w${index}`);
const longWords = Array.from(
  { length: 251 },
  (_, index) => `${String(index).padStart(4, '0')}${'x'.repeat(56)}`,
);
const task = {
  type: 'object',
  properties: { id: text, after: { type: 'array', items: text } },
  required: ['id'],
  additionalProperties: false,
} as const;
const branch = (name: string, more: Record<string, JsonValue>) =>
  object({ kind: { type: 'string', const: name }, ...more });

export const SCHEMA_CASES: readonly SchemaCase[] = [
  {
    name: '1 a nested object that does not require all',
    schema: object({ tasks: { type: 'array', items: task } }),
    finds: [['required_missing', '"required"', 1]],
    value: { tasks: [{ id: 'a' }, { id: 'b', after: [] }] },
  },
  {
    name: '2 an open object',
    schema: { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
    finds: [['additional_properties_missing', '{', 1]],
    value: { ok: true },
  },
  {
    name: '2 a nullable and an untyped open object',
    schema: object({
      n: { type: ['object', 'null'], properties: { a: text }, required: ['a'] },
      u: { properties: { b: text }, required: ['b'] },
    }),
    finds: [
      ['additional_properties_missing', '"n"'],
      ['missing_type', '"u"'],
    ],
    value: { n: null, u: { b: 'x' } },
  },
  {
    name: '3 booleans and {} in place of schemas',
    schema: object({ v: true, w: {} }),
    finds: [
      ['boolean_schema', '"v"'],
      ['missing_type', '"w"'],
    ],
    value: { v: [1, { a: null }], w: 'text' },
  },
  {
    name: '4 a map',
    schema: object({ env: { type: 'object', additionalProperties: text } }),
    finds: [['map', '"additionalProperties"', 1]],
    value: { env: { PATH: '/bin', __proto_: 'x', '': 'empty' } },
  },
  {
    name: '5 allOf beside a property of that name',
    schema: object({ allOf: text }, { allOf: [{ required: ['allOf'] }] }),
    finds: [['all_of', '"allOf"', 3]],
    value: { allOf: 'kept' },
  },
  {
    name: '6 const without type',
    schema: object({ ok: { const: true } }),
    finds: [['missing_type', '"ok"']],
    value: { ok: true },
  },
  {
    name: '7 an array of anything',
    schema: object({ xs: { type: 'array', items: {} } }),
    finds: [['missing_type', '"items"']],
    value: { xs: [1, 'a', null, { b: [] }] },
  },
  {
    name: '8 a format that is not on the list',
    schema: object({ u: { type: 'string', format: 'uri' } }),
    finds: [['format', '"format"']],
    value: { u: 'https://example.com/' },
    refuses: { u: 'not a uri' },
  },
  {
    name: '9 raw output of a generator',
    schema: {
      title: 'Seat',
      type: 'object',
      $defs: { Vote: { title: 'Vote', type: 'string', enum: ['yes', 'no'] } },
      properties: {
        vote: { $ref: '#/$defs/Vote' },
        reason: { anyOf: [text, { type: 'null' }], default: null, title: 'Reason' },
      },
      required: ['vote'],
    },
    finds: [
      ['required_missing', '"required"'],
      ['additional_properties_missing', '{'],
      ['default', '"default"'],
      ['title', '"title"', 1],
    ],
    value: { vote: 'yes', reason: null },
  },
  {
    name: '10 a described reference',
    schema: object({ a: { $ref: '#/$defs/A', description: 'd' } }, { $defs: { A: object({ x: text }) } }),
    finds: [['ref_annotation', '"description"']],
    value: { a: { x: '1' } },
  },
  {
    name: '10 a reference with a constraint beside it',
    schema: object({ a: { $ref: '#/$defs/A', maxLength: 2 } }, { $defs: { A: text } }),
    finds: [['ref_constraint', '"maxLength"']],
    value: { a: 'ab' },
    refuses: { a: 'abc' },
  },
  {
    name: '11 a reference into properties, with escapes',
    schema: object({
      'x/y %': { type: 'array', items: object({ n: text }) },
      y: { type: 'array', items: { $ref: '#/properties/x~1y%20%25/items' } },
    }),
    finds: [['ref_target', '"$ref"']],
    value: { 'x/y %': [], y: [{ n: 'a' }] },
  },
  {
    name: '12 oneOf',
    schema: object({ p: { oneOf: [branch('a', { x: text }), branch('b', { y: { type: 'integer' } })] } }),
    finds: [['one_of', '"oneOf"']],
    value: { p: { kind: 'b', y: 3 } },
  },
  {
    name: '13 a union at the root',
    schema: { anyOf: [object({ k: text }), { type: 'array', items: text }, { type: 'number' }] },
    finds: [['root_union', '"anyOf"']],
    value: ['a'],
  },
  {
    name: '13 an array at the root',
    schema: { type: 'array', items: text },
    finds: [['root_type', '"type"']],
    value: ['a', 'b'],
  },
  {
    name: '13 a scalar in an object at the root of a schema that is none',
    schema: {
      type: ['object', 'null'],
      properties: { a: text },
      required: ['a'],
      additionalProperties: false,
    },
    finds: [['root_type', '"type"']],
    value: { a: 'x' },
  },
  {
    name: '14 alternatives that begin with the same property',
    schema: object({
      p: { anyOf: [object({ name: text, a: text }), object({ name: text, b: { type: 'number' } })] },
    }),
    finds: [['same_first_key', '"anyOf"']],
    value: { p: { name: 'n', b: 1 } },
  },
  {
    name: '15 propertyNames',
    schema: object({
      p: { type: 'object', propertyNames: { type: 'string' }, additionalProperties: { type: 'number' } },
    }),
    finds: [
      ['property_names', '"propertyNames"'],
      ['map', '"additionalProperties"', 1],
    ],
    value: { p: { a: 1, b: 2.5 } },
  },
  {
    name: '16 uniqueItems',
    schema: object({ t: { type: 'array', items: text, uniqueItems: true } }),
    finds: [['unique_items', '"uniqueItems"']],
    value: { t: ['a', 'b'] },
    refuses: { t: ['a', 'a'] },
  },
  {
    name: '17 maxLength',
    schema: object({ s: { type: 'string', maxLength: 5 } }),
    finds: [['max_length', '"maxLength"']],
    value: { s: '12345' },
    refuses: { s: '123456' },
  },
  {
    name: '18 a default',
    schema: object({ currency: { type: 'string', default: 'EUR' } }),
    finds: [['default', '"default"']],
    value: { currency: 'USD' },
  },
  {
    name: '19 nullable, as OpenAPI has it',
    schema: object({
      s: { type: 'string', nullable: true },
      e: { type: 'string', enum: ['a', 'b'], nullable: true },
    }),
    finds: [
      ['nullable', '"nullable"', 1],
      ['nullable', '"nullable"', 2],
    ],
    value: { s: 'x', e: 'b' },
  },
  {
    name: '20 too many enum values',
    schema: object({ w: { type: 'string', enum: words } }),
    finds: [['limit_enum_values', '"enum"']],
    value: { w: 'w1000' },
    refuses: { w: 'w1001' },
  },
  {
    name: '20 an enum of too many characters',
    schema: object({ w: { type: 'string', enum: longWords } }),
    finds: [['limit_enum_characters', '"enum"']],
    value: { w: longWords[250] ?? '' },
    refuses: { w: 'none of them' },
  },
  {
    name: '21 objects too deep',
    schema: nested(11),
    finds: [['limit_depth', '"in"', 10]],
    value: nestedValue(11),
  },
  {
    name: '21 objects that are too deep only once they are wrapped',
    schema: { anyOf: [nested(10), { type: 'null' }] },
    finds: [['root_union', '"anyOf"']],
    value: nestedValue(10),
  },
  {
    name: '22 an open object in a union',
    schema: object({ p: { anyOf: [{ type: 'object', properties: { a: text } }, { type: 'null' }] } }),
    finds: [
      ['additional_properties_missing', '{', 4],
      ['required_missing', '{', 4],
    ],
    value: { p: {} },
  },
  {
    name: '23 only the top level requires all',
    schema: object({
      a: object({ b: { type: 'object', properties: { c: text }, additionalProperties: false } }),
    }),
    finds: [['required_missing', '"b"', 1]],
    value: { a: { b: {} } },
  },
  {
    name: '24 an object that is expressly open',
    schema: { type: 'object', properties: { f: text }, required: ['f'], additionalProperties: true },
    finds: [['additional_properties_true', '"additionalProperties"']],
    value: { f: 'x', more: [1] },
  },
  {
    name: '25 contentSchema',
    schema: object({
      c: { type: 'string', contentMediaType: 'application/json', contentSchema: { type: 'object' } },
    }),
    finds: [
      ['content', '"contentMediaType"'],
      ['content', '"contentSchema"'],
    ],
    value: { c: '{}' },
  },
];
