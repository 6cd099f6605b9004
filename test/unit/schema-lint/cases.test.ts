import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/json/value.js';
import { positioned } from '../../../src/schema/lint/findings.js';
import { lint } from '../../../src/schema/lint/lint.js';
import { loadSchema } from '../../../src/schema/load-schema.js';
import { closed, string } from './schemas.js';

/** Each finding as `code pointer line:column`, errors first. */
function located(schema: JsonValue): { errors: string[]; warnings: string[] } {
  const loaded = loadSchema({
    kind: 'text',
    text: JSON.stringify(schema, null, 1),
    format: 'json',
    name: 's.json',
  });
  if ('kind' in loaded) throw new Error(loaded.message);
  const { errors, warnings } = lint(loaded.value);
  const show = (findings: typeof errors): string[] =>
    positioned(findings, loaded.positionOf).map(
      ({ code, pointer, line, column }) => `${code} ${pointer} ${line}:${column}`,
    );
  return { errors: show(errors), warnings: show(warnings) };
}

const refused: [number, string, JsonValue, string[]][] = [
  [
    1,
    'a nested object whose "required" leaves one out',
    closed({
      tasks: {
        type: 'array',
        items: {
          type: 'object',
          properties: { id: string, after: { type: 'array', items: string } },
          required: ['id'],
          additionalProperties: false,
        },
      },
    }),
    ['required_missing /properties/tasks/items/required 19:5'],
  ],
  [
    2,
    'no additionalProperties',
    { type: 'object', properties: { ok: { type: 'boolean' } }, required: ['ok'] },
    ['additional_properties_missing  1:1'],
  ],
  [
    2,
    'a nullable object, and one that only has properties',
    closed({
      a: { type: ['object', 'null'], properties: { x: string }, required: ['x'] },
      b: { anyOf: [{ type: 'null' }, { properties: { y: string } }] },
    }),
    [
      'additional_properties_missing /properties/a 4:3',
      'missing_type /properties/b/anyOf/1 23:5',
      'additional_properties_missing /properties/b/anyOf/1 23:5',
      'required_missing /properties/b/anyOf/1 23:5',
    ],
  ],
  [
    3,
    'true and {} for anything',
    closed({ v: true, w: {} }),
    ['boolean_schema /properties/v 4:3', 'missing_type /properties/w 5:3'],
  ],
  [
    4,
    'a map',
    closed({ env: { type: 'object', additionalProperties: string } }),
    ['map /properties/env/additionalProperties 6:4'],
  ],
  [
    5,
    'allOf beside a property of that name',
    { ...closed({ allOf: string }), allOf: [{ required: ['allOf'] }] },
    ['all_of /allOf 12:2'],
  ],
  [6, 'only const', closed({ ok: { const: true } }), ['missing_type /properties/ok 4:3']],
  [7, 'items: {}', closed({ xs: { type: 'array', items: {} } }), ['missing_type /properties/xs/items 6:4']],
  [8, 'format: uri', closed({ u: { type: 'string', format: 'uri' } }), ['format /properties/u/format 6:4']],
  [
    12,
    'oneOf',
    closed({
      u: {
        oneOf: [closed({ k: { type: 'string', const: 'a' } }), closed({ k: { type: 'string', const: 'b' } })],
      },
    }),
    ['one_of /properties/u/oneOf 5:4'],
  ],
  [13, 'a union at the root', { anyOf: [closed({ k: string })] }, ['root_union /anyOf 2:2']],
  [13, 'an array at the root', { type: 'array', items: string }, ['root_type /type 2:2']],
  [13, 'a scalar at the root', { type: 'string' }, ['root_type /type 2:2']],
  [
    13,
    'a reference at the root',
    { $ref: '#/$defs/A', $defs: { A: closed({ k: string }) } },
    ['root_ref /$ref 2:2'],
  ],
  [
    15,
    'propertyNames of a record',
    closed({ r: { type: 'object', propertyNames: string, additionalProperties: { type: 'number' } } }),
    ['property_names /properties/r/propertyNames 6:4', 'map /properties/r/additionalProperties 9:4'],
  ],
  [
    16,
    'uniqueItems',
    closed({ t: { type: 'array', items: string, uniqueItems: true } }),
    ['unique_items /properties/t/uniqueItems 9:4'],
  ],
  [
    20,
    '1,001 values',
    closed({ e: { enum: Array.from({ length: 1_001 }, (_, i) => `v${i}`), type: 'string' } }),
    ['limit_enum_values /properties/e/enum 5:4'],
  ],
  [
    20,
    'one enum of 251 values with 15,001 characters',
    closed({
      e: {
        enum: [...Array.from({ length: 250 }, (_, i) => `${i}`.padStart(50, '-')), 'x'.repeat(2_501)],
        type: 'string',
      },
    }),
    ['limit_enum_characters /properties/e/enum 5:4'],
  ],
  [
    22,
    'an open object in a branch of a union',
    closed({ u: { anyOf: [{ type: 'object', properties: { a: string } }, { type: 'null' }] } }),
    ['additional_properties_missing /properties/u/anyOf/0 6:5', 'required_missing /properties/u/anyOf/0 6:5'],
  ],
  [
    24,
    'additionalProperties: true',
    { ...closed({ f: string }), additionalProperties: true },
    ['additional_properties_true /additionalProperties 11:2'],
  ],
];

describe('what users were refused after the start is found before it', () => {
  it.each(refused)('case %i: %s', (_, __, schema, expected) => {
    expect(located(schema)).toEqual({ errors: expected, warnings: [] });
  });

  it('case 21: depth is counted on what is sent', () => {
    let schema: JsonValue = closed({ leaf: string });
    for (let level = 2; level <= 10; level++) schema = closed({ inner: schema });
    expect(lint(schema).errors).toEqual([]);
    const wrapped = lint(closed({ value: schema })).errors;
    expect(wrapped.map(({ code, message }) => [code, message])).toEqual([
      ['limit_depth', 'Objects are 11 levels deep here, counting the root; the limit is 10.'],
    ]);
    expect(wrapped[0]?.pointer).toBe(`/properties/value${'/properties/inner'.repeat(9)}`);
  });
});

const disputed: [number, string, JsonValue, string[]][] = [
  [
    10,
    'a description beside a reference',
    { $defs: { A: closed({ x: string }) }, ...closed({ a: { $ref: '#/$defs/A', description: 'd' } }) },
    ['ref_annotation /properties/a/description 20:4'],
  ],
  [
    11,
    'a reference into properties',
    closed({
      x: { type: 'array', items: closed({ n: string }) },
      y: { type: 'array', items: { $ref: '#/properties/x/items' } },
    }),
    ['ref_target /properties/y/items/$ref 22:5'],
  ],
  [
    14,
    'objects that begin alike',
    closed({ u: { anyOf: [closed({ name: string, a: string }), closed({ name: string, b: string })] } }),
    ['same_first_key /properties/u/anyOf 5:4'],
  ],
  [
    17,
    'maxLength',
    closed({ s: { type: 'string', maxLength: 5 } }),
    ['max_length /properties/s/maxLength 6:4'],
  ],
  [18, 'default', closed({ s: { type: 'string', default: 'EUR' } }), ['default /properties/s/default 6:4']],
  [
    19,
    'nullable',
    closed({ s: { type: 'string', nullable: true } }),
    ['nullable /properties/s/nullable 6:4'],
  ],
];

describe('what sources differ on is a warning', () => {
  it.each(disputed)('case %i: %s', (_, __, schema, expected) => {
    expect(located(schema)).toEqual({ errors: [], warnings: expected });
  });
});
