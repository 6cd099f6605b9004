import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/json/value.js';
import { adapt } from '../../../src/schema/adapt/adapt.js';
import { compileSchema } from '../../../src/schema/compile-schema.js';
import { dialectOf } from '../../../src/schema/dialect/draft.js';
import { createValidator } from '../../../src/schema/validate/validator.js';

const name = { type: 'string', minLength: 1 };
const count = { type: 'integer' };

/** In each of these, one object stands in several places, as programs write schemas and as YAML's aliases make them. */
const SCHEMAS: readonly (readonly [string, JsonValue, valid: JsonValue, invalid: JsonValue])[] = [
  [
    'two properties',
    { type: 'object', properties: { a: name, b: name }, required: ['a', 'b'], additionalProperties: false },
    { a: 'x', b: 'y' },
    { a: 'x', b: '' },
  ],
  ['a condition and an alternative', { if: count, anyOf: [count] }, 1, null],
  [
    'two alternatives',
    {
      anyOf: [
        { type: 'object', properties: { a: count } },
        { type: 'array', items: count },
      ],
    },
    [1],
    ['x'],
  ],
  [
    'a definition and its use beside it',
    {
      type: 'object',
      properties: { a: name, list: { type: 'array', items: { $ref: '#/$defs/name' } } },
      $defs: { name },
    },
    { a: 'x', list: ['y'] },
    { a: 'x', list: [''] },
  ],
  [
    'a place of no keyword',
    { $ref: '#/places/b', places: { a: { allOf: [count] }, b: { allOf: [count] } } },
    1,
    'x',
  ],
];

it.each(SCHEMAS)(
  'nothing below the reading of a schema goes by the identity of objects: %s',
  (_, schema, valid, invalid) => {
    const validator = createValidator(schema, dialectOf(schema), { validateFormats: true });
    expect(validator.validate(valid).ok).toBe(true);
    expect(validator.validate(invalid).ok).toBe(false);
    const copy = JSON.parse(JSON.stringify(schema));
    const [shared, copied] = [schema, copy].map((each) => adapt(each, { narrow: true }));
    expect(shared?.ok && shared.wire).toEqual(copied?.ok && copied.wire);
  },
);

describe('a schema that has one object in several places', () => {
  it.each(SCHEMAS)('is judged as if each had its own: %s', (_, schema, valid, invalid) => {
    for (const mode of ['raw', 'adapt'] as const) {
      const shared = compileSchema(schema, { mode });
      const copied = compileSchema(JSON.parse(JSON.stringify(schema)), { mode });
      if ('kind' in shared || 'kind' in copied) throw new Error('does not compile');
      expect(shared.validate(valid)).toEqual({ ok: true, notes: [] });
      expect(shared.validate(invalid)).toEqual(copied.validate(invalid));
      expect(shared.validate(invalid).ok).toBe(false);
      expect(shared.wireText).toBe(copied.wireText);
      expect(shared.changes).toEqual(copied.changes);
      const encoded = shared.encode(valid);
      expect(encoded).toEqual(copied.encode(valid));
      expect(encoded.ok && shared.decode(encoded.value)).toEqual({ ok: true, value: valid });
    }
  });

  it('has findings at each of the places', () => {
    const tuple = { type: 'array', prefixItems: [{ type: 'string' }] };
    const schema = {
      type: 'object',
      properties: { a: tuple, b: tuple },
      required: ['a', 'b'],
      additionalProperties: false,
    };
    const compiled = compileSchema(schema);
    const pointers = 'issues' in compiled ? compiled.issues.map(({ pointer }) => pointer) : [];
    expect(pointers).toEqual(
      expect.arrayContaining(['/properties/a/prefixItems', '/properties/b/prefixItems']),
    );
  });
});
