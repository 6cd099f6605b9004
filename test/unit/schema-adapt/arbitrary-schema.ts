import fc from 'fast-check';
import type { JsonValue } from '../../../src/json/value.js';

/** Few names, so that schemas and values meet; odd ones among them. */
const names = [
  'a',
  'b',
  'kind',
  'value',
  'key',
  'variant',
  'isNull',
  '__proto__',
  'allOf',
  '$ref',
  '',
  'constructor',
];

const name = fc.constantFrom(...names);

const scalar: fc.Arbitrary<JsonValue> = fc.oneof(
  fc.constantFrom<JsonValue>(
    null,
    true,
    false,
    0,
    -0,
    1,
    2,
    1.5,
    -1,
    9007199254740991,
    1e300,
    '',
    'a',
    'b',
    'null',
    '"a"',
    '1',
    '[]',
  ),
  fc.string({ maxLength: 3 }),
  fc.integer({ min: -3, max: 12 }),
);

/** Objects with own members only, whatever their names. */
export function objectOf(entries: readonly (readonly [string, JsonValue])[]): JsonValue {
  const object: { [key: string]: JsonValue } = {};
  for (const [key, value] of entries) {
    Object.defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
  }
  return object;
}

export const jsonValue: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    scalar,
    fc.array(tie('value'), { maxLength: 4 }),
    fc.array(fc.tuple(name, tie('value')), { maxLength: 4 }).map(objectOf),
  ),
})).value;

/** Definitions, and places that only references reach. */
const targets = ['#/$defs/x', '#/$defs/y', '#/$defs/z', '#/components/schemas/x', '#/components/schemas/y'];

function keyword(schema: fc.Arbitrary<JsonValue>): fc.Arbitrary<readonly [string, JsonValue]> {
  const type = fc.constantFrom('object', 'array', 'string', 'number', 'integer', 'boolean', 'null');
  const map = fc.array(fc.tuple(name, schema), { minLength: 1, maxLength: 3 }).map(objectOf);
  const list = fc.array(schema, { minLength: 1, maxLength: 3 });
  const small = fc.integer({ min: 0, max: 3 });
  const named = <T extends JsonValue>(
    key: string,
    value: fc.Arbitrary<T>,
  ): fc.Arbitrary<readonly [string, JsonValue]> => value.map((it) => [key, it] as const);
  return fc.oneof(
    {
      weight: 6,
      arbitrary: named('type', fc.oneof(type, fc.uniqueArray(type, { minLength: 1, maxLength: 3 }))),
    },
    { weight: 5, arbitrary: named('properties', map) },
    {
      weight: 3,
      arbitrary: named(
        'required',
        fc.uniqueArray(
          name.filter((it) => it !== ''),
          { maxLength: 2 },
        ),
      ),
    },
    { weight: 3, arbitrary: named('additionalProperties', schema) },
    named(
      'patternProperties',
      fc
        .array(fc.tuple(fc.constantFrom('^a', 'e', '^$', '(a+)+$'), schema), { minLength: 1, maxLength: 2 })
        .map(objectOf),
    ),
    named('propertyNames', schema),
    { weight: 3, arbitrary: named('items', schema) },
    { weight: 2, arbitrary: named('prefixItems', list) },
    named('contains', schema),
    named('minItems', small),
    named('maxItems', small),
    named('uniqueItems', fc.boolean()),
    named('minProperties', small),
    named('minLength', small),
    named('maxLength', small),
    named('pattern', fc.constantFrom('^a', '.', '^$')),
    named('minimum', fc.integer({ min: -2, max: 3 })),
    named('exclusiveMaximum', fc.integer({ min: -2, max: 9 })),
    named('multipleOf', fc.constantFrom(1, 2, 0.5)),
    {
      weight: 3,
      arbitrary: named(
        'enum',
        fc.uniqueArray(jsonValue, { minLength: 1, maxLength: 4, comparator: sameText }),
      ),
    },
    { weight: 2, arbitrary: named('const', jsonValue) },
    { weight: 4, arbitrary: named('anyOf', list) },
    { weight: 3, arbitrary: named('oneOf', list) },
    { weight: 3, arbitrary: named('allOf', list) },
    named('not', schema),
    named('if', schema),
    named('then', schema),
    named('else', schema),
    named('dependentSchemas', map),
    named('dependentRequired', fc.constant({ a: ['b'] })),
    named('unevaluatedProperties', schema),
    named('unevaluatedItems', schema),
    {
      weight: 4,
      arbitrary: named('$ref', fc.constantFrom('#', ...targets)),
    },
    { weight: 2, arbitrary: named('nullable', fc.boolean()) },
    named('description', fc.constantFrom('Some words.', 'Others')),
    named('title', fc.constant('Title')),
    named('default', jsonValue),
  );
}

function sameText(a: JsonValue, b: JsonValue): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** Schemas of 2020-12 in all their combinations, most of them nothing anyone would write. */
export const anySchema: fc.Arbitrary<JsonValue> = fc.letrec<{ schema: JsonValue }>((tie) => ({
  schema: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    { weight: 1, arbitrary: fc.boolean() },
    {
      weight: 2,
      arbitrary: fc.constantFrom<JsonValue>(
        { type: 'string' },
        { type: 'integer' },
        { type: ['string', 'null'] },
        {},
      ),
    },
    { weight: 6, arbitrary: fc.array(keyword(tie('schema')), { minLength: 1, maxLength: 4 }).map(objectOf) },
  ),
})).schema;

/** A schema with the definitions that its references lead to. */
export const anyDocument: fc.Arbitrary<JsonValue> = fc
  .tuple(
    fc.array(keyword(anySchema), { minLength: 1, maxLength: 5 }),
    fc.tuple(anySchema, anySchema, anySchema),
    fc.tuple(anySchema, anySchema),
  )
  .map(([keywords, [x, y, z], [component, other]]) =>
    objectOf([
      ...keywords,
      [
        'components',
        objectOf([
          [
            'schemas',
            objectOf([
              ['x', component],
              ['y', other],
            ]),
          ],
        ]),
      ],
      [
        '$defs',
        objectOf([
          ['x', x],
          ['y', y],
          ['z', z],
        ]),
      ],
    ]),
  );
