import { array, at, closed, type Examples, object, string, text, withDefinition } from './schemas.js';

export const shapes = {
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
} satisfies Examples;
