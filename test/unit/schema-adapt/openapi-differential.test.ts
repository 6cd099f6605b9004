import { Ajv } from 'ajv';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/json/value.js';
import { compileSchema } from '../../../src/schema/compile-schema.js';
import { judge } from './adapted.js';

const name = fc.constantFrom('a', 'b');
const value: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<JsonValue>(null, true, 1, 2, 'a', 'b'),
    fc.dictionary(name, tie('value'), { maxKeys: 2, noNullPrototype: true }),
  ),
})).value;

/** Places that a reference can lead to; most are no keywords. */
const places = ['#/components/schemas/X', '#/components/schemas/Y', '#/x-list/0/deep', '#/default'];

const { schema } = fc.letrec<{ schema: JsonObject }>((tie) => {
  const inner = tie('schema') as fc.Arbitrary<JsonObject>;
  const list = fc.array(inner, { minLength: 1, maxLength: 2 });
  const nullable = { nullable: fc.boolean() };
  return {
    schema: fc.oneof(
      { depthSize: 'small' },
      fc.record({ type: fc.constantFrom('string', 'integer', 'boolean'), ...nullable }),
      fc.record({ enum: fc.constant(['a', 1]), ...nullable }),
      fc.record({ allOf: list, ...nullable }),
      fc.record({ anyOf: list, ...nullable }),
      fc.record({ oneOf: list, ...nullable }),
      fc.record({ $ref: fc.constantFrom(...places), ...nullable }),
      fc.record({
        type: fc.constant('object'),
        properties: fc.dictionary(name, inner, { maxKeys: 2, noNullPrototype: true }),
        required: fc.uniqueArray(name, { maxLength: 2 }),
        ...nullable,
      }),
    ) as fc.Arbitrary<JsonObject>,
  };
});

/** The same schema as JSON Schema says it. */
function plain(from: JsonValue): JsonValue {
  if (Array.isArray(from)) return from.map(plain);
  if (typeof from !== 'object' || from === null) return from;
  const { nullable, ...rest } = from as JsonObject;
  const same = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, plain(each)]));
  return nullable === true ? { anyOf: [{ type: 'null' }, same] } : same;
}

function agrees(root: JsonObject, x: JsonObject, y: JsonObject, values: readonly JsonValue[]): void {
  const places = { components: { schemas: { X: x, Y: y } }, 'x-list': [{ deep: x }], default: y };
  const whole = { allOf: [root], ...places };
  const codec = compileSchema(whole, { mode: 'adapt', narrow: false });
  // Nothing is valid, or a reference leads back to itself.
  if ('kind' in codec) return;
  const ajv = new Ajv({ strict: false, ownProperties: true, logger: false });
  const accepts = ajv.compile({
    allOf: [plain(root)],
    components: { schemas: { X: plain(x), Y: plain(y) } },
    'x-list': [{ deep: plain(x) }],
    default: plain(y),
  });
  for (const each of values) {
    const valid = accepts(each);
    expect(codec.validate(each).ok, JSON.stringify(each)).toBe(valid);
    if (!valid) continue;
    const encoded = codec.encode(each);
    if (!encoded.ok) throw new Error(`${encoded.reason} at "${encoded.pointer}"`);
    expect(judge(codec.wire as JsonValue).validate(encoded.value)).toMatchObject({ ok: true });
    expect(codec.decode(encoded.value)).toEqual({ ok: true, value: each });
  }
}

const cases = fc.tuple(schema, schema, schema, fc.array(value, { minLength: 10, maxLength: 20 }));

it.each([
  ['a fixed seed', { seed: 12 }],
  ['a random seed', {}],
])('nullable and references to any place: ajv, validate, encode and decode agree, from %s', (_, options) => {
  fc.assert(
    fc.property(cases, ([root, x, y, values]) => agrees(root, x, y, values)),
    { numRuns: 60, ...options },
  );
});
