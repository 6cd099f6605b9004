import { Ajv2020 } from 'ajv/dist/2020.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/json/value.js';
import { compileSchema } from '../../../src/schema/compile-schema.js';

const names = fc.constantFrom('a', 'b', 'c', 'ab');
const { value } = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<JsonValue>(null, true, false, 0, 1, 2, 1.5, '', 'a', 'ab', 'abc'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
}));
const types = fc.constantFrom('string', 'number', 'integer', 'boolean', 'object', 'array', 'null');
const count = fc.integer({ min: 0, max: 3 });

const { schema } = fc.letrec<{ schema: JsonValue }>((tie) => {
  const inner = tie('schema');
  const list = fc.array(inner, { minLength: 1, maxLength: 10, size: 'small' });
  const map = fc.dictionary(names, inner, { minKeys: 1, maxKeys: 3 });
  const keyword: Record<string, fc.Arbitrary<JsonValue>> = {
    type: fc.oneof(types, fc.uniqueArray(types, { minLength: 1, maxLength: 3 })),
    enum: fc.array(value, { minLength: 1, maxLength: 3 }),
    const: value,
    minimum: count,
    exclusiveMaximum: count,
    maxLength: count,
    pattern: fc.constantFrom('^a', 'b$', '^$'),
    minItems: count,
    maxItems: count,
    uniqueItems: fc.boolean(),
    minProperties: count,
    required: fc.uniqueArray(names, { maxLength: 2 }),
    properties: map,
    patternProperties: fc.dictionary(fc.constantFrom('^a', 'b$'), inner, { minKeys: 1, maxKeys: 2 }),
    additionalProperties: inner,
    propertyNames: inner,
    dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), { maxKeys: 2 }),
    dependentSchemas: map,
    items: inner,
    prefixItems: list,
    contains: inner,
    allOf: list,
    anyOf: list,
    oneOf: list,
    not: inner,
    if: inner,
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    then: inner,
    else: inner,
    $ref: fc.constantFrom('#/$defs/x', '#/$defs/y'),
  };
  return {
    schema: fc.oneof(
      { depthSize: 'small' },
      fc.boolean(),
      fc
        .uniqueArray(fc.constantFrom(...Object.keys(keyword)), { minLength: 1, maxLength: 3 })
        .chain((chosen) =>
          fc.record(Object.fromEntries(chosen.map((key) => [key, keyword[key] ?? fc.constant(true)]))),
        ),
    ),
  };
});

/** Definitions that refer to nothing, so that no reference is endless. */
const leaf = fc.constantFrom<JsonValue>({ type: 'string' }, { minimum: 1 }, { required: ['a'] }, true);

function ajvJudge(schema: { readonly [key: string]: JsonValue }) {
  const ajv = new Ajv2020({ strict: false, ownProperties: true, logger: false });
  // Its count of what is evaluated breaks on some schemas, and these schemas have no use for it.
  ajv.opts.unevaluated = false;
  return ajv.compile(schema);
}

describe('validate', () => {
  it('agrees with ajv where ajv is right', () => {
    const seen = { valid: 0, invalid: 0 };
    fc.assert(
      fc.property(
        schema,
        leaf,
        leaf,
        fc.array(value, { minLength: 1, maxLength: 5 }),
        (root, x, y, values) => {
          const whole = { allOf: [root], $defs: { x, y } };
          const compiled = compileSchema(whole, { mode: 'raw' });
          if ('kind' in compiled) throw new Error(compiled.message);
          const judge = ajvJudge(whole);
          for (const each of values) {
            const verdict = judge(each);
            seen[verdict ? 'valid' : 'invalid']++;
            const result = compiled.validate(each);
            expect(result.ok, JSON.stringify(each)).toBe(verdict);
            if (!result.ok) expect(result.violations.length).toBeGreaterThan(0);
          }
        },
      ),
      { numRuns: 100 },
    );
    expect(seen.valid).toBeGreaterThan(20);
    expect(seen.invalid).toBeGreaterThan(20);
  });
});
