import { describe, expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/json/value.js';
import { STRICT_FORMATS } from '../../../src/schema/dialect/strict-limits.js';
import { lint } from '../../../src/schema/lint/lint.js';
import { closed, string } from './schemas.js';

const nothing = { errors: [], warnings: [], omitted: 0 };

/** What is known to be taken (R2.4 of the reference systems). */
const known: [string, JsonValue][] = [
  [
    'every type',
    closed(
      Object.fromEntries(['string', 'number', 'integer', 'boolean', 'null'].map((type) => [type, { type }])),
    ),
  ],
  ['types with null', closed({ a: { type: ['string', 'null'] }, b: { type: ['integer', 'null'] } })],
  [
    'nested and nullable objects',
    closed({ a: closed({ b: { ...closed({ c: string }), type: ['object', 'null'] } }) }),
  ],
  ['an array of one schema', closed({ a: { type: 'array', items: closed({ b: string }) } })],
  [
    'enum with its type',
    closed({ a: { type: 'string', enum: ['x', 'y'] }, b: { type: ['string', 'null'], enum: ['x', null] } }),
  ],
  ['const with its type', closed({ a: { type: 'string', const: 'x' }, b: { type: 'boolean', const: true } })],
  [
    'nested anyOf of typed schemas',
    closed({ a: { anyOf: [string, { type: 'null' }, closed({ b: string })] } }),
  ],
  ['minLength and pattern', closed({ a: { type: 'string', minLength: 1, pattern: '^[A-Z]{3}-[0-9]+$' } })],
  ['minItems and maxItems', closed({ a: { type: 'array', items: string, minItems: 1, maxItems: 3 } })],
  ['minimum', closed({ a: { type: 'integer', minimum: 0 }, b: { type: 'number', minimum: 0.5 } })],
];

/** What all sources agree on beyond that. */
const agreed: [string, JsonValue][] = [
  [
    'the other limits of numbers',
    closed({ a: { type: 'number', maximum: 9, exclusiveMinimum: 0, exclusiveMaximum: 9, multipleOf: 0.5 } }),
  ],
  [
    'the listed formats',
    closed(Object.fromEntries([...STRICT_FORMATS].map((format) => [format, { type: 'string', format }]))),
  ],
  [
    'descriptions, and $schema at the top',
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      ...closed({ a: { type: 'string', description: 'd' } }),
      description: 'd',
    },
  ],
  [
    'definitions, recursion through them and through the root',
    {
      ...closed({ next: { $ref: '#/$defs/node' }, whole: { anyOf: [{ $ref: '#' }, { type: 'null' }] } }),
      $defs: { node: closed({ next: { anyOf: [{ $ref: '#/$defs/node' }, { type: 'null' }] } }) },
    },
  ],
  [
    'an object without properties',
    closed({ a: { type: 'object', properties: {}, required: [], additionalProperties: false } }),
  ],
  [
    'objects told apart by their first property',
    closed({
      a: {
        anyOf: [
          closed({ kind: { type: 'string', const: 'circle' }, radius: { type: 'number' } }),
          closed({ kind: { type: 'string', const: 'square' }, side: { type: 'number' } }),
        ],
      },
    }),
  ],
  [
    'properties with the names of keywords',
    closed(
      Object.fromEntries(
        [
          'allOf',
          '$ref',
          'type',
          'properties',
          'additionalProperties',
          'required',
          'enum',
          '$defs',
          'items',
          'not',
          'title',
          'if',
          '__proto__',
          'constructor',
        ].map((name) => [name, string]),
      ),
    ),
  ],
  [
    'definitions with the names of keywords',
    {
      ...closed({ a: { $ref: '#/$defs/allOf' } }),
      $defs: { allOf: string, $ref: string },
    } satisfies JsonObject,
  ],
];

describe('what is known to be taken is no finding', () => {
  it.each(known)('%s', (_, schema) => expect(lint(schema)).toEqual(nothing));
});

describe('what sources agree on is no finding', () => {
  it.each(agreed)('%s', (_, schema) => expect(lint(schema)).toEqual(nothing));
});

it('does not change the schema', () => {
  const schema = { properties: { a: true, b: { $ref: '#/x' } }, allOf: [{}] };
  const before = JSON.stringify(schema);
  lint(schema);
  expect(JSON.stringify(schema)).toBe(before);
});
