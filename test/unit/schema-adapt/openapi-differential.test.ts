import { Ajv } from 'ajv';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { Ajv2020 } from 'ajv/dist/2020.js';
import draft4 from 'ajv-draft-04';
import addFormats from 'ajv-formats';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/json/value.js';
import { compileSchema } from '../../../src/schema/compile-schema.js';
import { judge } from './adapted.js';

const RUNS = Number(process.env['ADAPT_RUNS'] ?? 60);

const name = fc.constantFrom('a', 'b');
const value: fc.Arbitrary<JsonValue> = fc.letrec<{ value: JsonValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small' },
    fc.constantFrom<JsonValue>(null, true, 1, 2, 2.5, 'a', 'b', '2026-12-01', 'a@example.com'),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(name, tie('value'), { maxKeys: 2, noNullPrototype: true }),
  ),
})).value;

/** Places that a reference can lead to; most are no keywords. */
const places = [
  '#/components/schemas/X',
  '#/components/schemas/Y',
  '#/x-list/0/deep',
  '#/default',
  '#/paths/~1a%20b/~0c',
  '#/components/schemas/X/allOf/0',
];

type Draft = '4' | '7' | '2019-09' | '2020-12';

const DRAFTS: Readonly<Record<Draft, { readonly $schema: string; readonly ajv: () => Ajv }>> = {
  // ajv-draft-04 is built from another copy of the types.
  '4': {
    $schema: 'http://json-schema.org/draft-04/schema#',
    ajv: () => new (draft4 as unknown as typeof Ajv)(PLAIN),
  },
  '7': { $schema: 'http://json-schema.org/draft-07/schema#', ajv: () => new Ajv(PLAIN) },
  '2019-09': { $schema: 'https://json-schema.org/draft/2019-09/schema', ajv: () => new Ajv2019(PLAIN) },
  '2020-12': { $schema: 'https://json-schema.org/draft/2020-12/schema', ajv: () => new Ajv2020(PLAIN) },
};
const PLAIN = { strict: false, ownProperties: true, logger: false } as const;

type Members = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** Schemas with the keywords of a draft, its older names and forms included. */
function schemasOf(draft: Draft): fc.Arbitrary<JsonObject> {
  const isOld = draft === '4' || draft === '7';
  return fc.letrec<{ schema: JsonObject }>((tie) => {
    const inner = tie('schema') as fc.Arbitrary<JsonObject>;
    const list = fc.array(inner, { minLength: 1, maxLength: 2 });
    const nullable = { nullable: fc.boolean() };
    const maybe = <T>(each: fc.Arbitrary<T>) => fc.option(each, { nil: undefined });
    const limits: Members =
      draft === '4'
        ? { minimum: fc.constant(1), exclusiveMinimum: maybe(fc.boolean()) }
        : { exclusiveMinimum: maybe(fc.constant(1)), maximum: maybe(fc.constant(2)) };
    const items: Members =
      draft === '2020-12'
        ? { prefixItems: maybe(list), items: maybe(inner) }
        : {
            items: maybe(fc.oneof(inner, list)),
            additionalItems: maybe(fc.oneof(fc.constant(false), inner)),
          };
    const together: Members = isOld
      ? { dependencies: maybe(fc.constantFrom({ a: ['b'] }, { b: { required: ['a'] } })) }
      : {
          dependentRequired: maybe(fc.constant({ a: ['b'] })),
          unevaluatedProperties: maybe(fc.constant(false)),
        };
    const branches: fc.Arbitrary<unknown>[] = [
      fc.record({ type: fc.constantFrom('string', 'boolean', 'null'), ...nullable }),
      fc.record({
        type: fc.constant('string'),
        format: fc.constantFrom('date', 'email', 'x-own'),
        ...nullable,
      }),
      fc.record({ type: fc.constantFrom('integer', 'number'), ...limits, ...nullable }),
      fc.record({ enum: fc.constant(['a', 1]), ...nullable }),
      fc.record({ allOf: list, ...nullable }),
      fc.record({ anyOf: list, ...nullable }),
      fc.record({ oneOf: list, ...nullable }),
      fc.record({ not: inner, ...nullable }),
      fc.record({ $ref: fc.constantFrom(...places), ...nullable }),
      fc.record({ type: fc.constant('array'), ...items, maxItems: maybe(fc.constant(2)), ...nullable }),
      fc.record({
        type: fc.constant('object'),
        properties: fc.dictionary(name, inner, { maxKeys: 2, noNullPrototype: true }),
        required: maybe(fc.uniqueArray(name, { minLength: 1, maxLength: 2 })),
        ...together,
        ...nullable,
      }),
    ];
    const three = fc.tuple(inner, inner, inner);
    const conditional = three.map(([a, b, c]) =>
      Object.fromEntries([
        ['if', a],
        ['then', b],
        ['else', c],
      ]),
    );
    if (draft !== '4') branches.push(conditional);
    return { schema: fc.oneof({ depthSize: 'small' }, ...branches).map(withoutUndefined) };
  }).schema;
}

function withoutUndefined(schema: unknown): JsonObject {
  return JSON.parse(JSON.stringify(schema));
}

/** The same schema as JSON Schema says it. */
function plain(from: JsonValue, draft: Draft): JsonValue {
  if (Array.isArray(from)) return from.map((each) => plain(each, draft));
  if (typeof from !== 'object' || from === null) return from;
  const { nullable, ...rest } = from as JsonObject;
  // These drafts ignore everything beside a reference.
  if ((draft === '4' || draft === '7') && typeof rest['$ref'] === 'string') return { $ref: rest['$ref'] };
  const same = Object.fromEntries(Object.entries(rest).map(([key, each]) => [key, plain(each, draft)]));
  return nullable === true ? { anyOf: [{ type: 'null' }, same] } : same;
}

interface Case {
  readonly root: JsonObject;
  readonly x: JsonObject;
  readonly y: JsonObject;
  readonly values: readonly JsonValue[];
}

function documentOf({ root, x, y }: Case): JsonObject {
  return {
    allOf: [root],
    components: { schemas: { X: { allOf: [x] }, Y: y } },
    'x-list': [{ deep: x }],
    default: y,
    paths: { '/a b': { '~c': x } },
  };
}

/** @returns whether the schema has a wire form */
function agrees(draft: Draft, { values, ...schemas }: Case): boolean {
  const { $schema, ajv: plainAjv } = DRAFTS[draft];
  const whole = { $schema, ...documentOf({ values, ...schemas }) };
  const codec = compileSchema(whole, { mode: 'adapt', narrow: false });
  // Nothing is valid, or a reference leads back to itself.
  if ('kind' in codec) return false;
  const ajv = plainAjv();
  addFormats.default(ajv, ['date', 'email']);
  const { root, x, y } = schemas;
  const [plainRoot, plainX, plainY] = [root, x, y].map((each) => plain(each, draft) as JsonObject);
  if (plainRoot === undefined || plainX === undefined || plainY === undefined)
    throw new Error('three schemas');
  const accepts = ajv.compile({ $schema, ...documentOf({ root: plainRoot, x: plainX, y: plainY, values }) });
  for (const each of values) {
    const valid = accepts(each);
    expect(codec.validate(each).ok, JSON.stringify(each)).toBe(valid);
    if (!valid) continue;
    const encoded = codec.encode(each);
    if (!encoded.ok) throw new Error(`${encoded.reason} at "${encoded.pointer}"`);
    expect(judge(codec.wire as JsonValue).validate(encoded.value)).toMatchObject({ ok: true });
    expect(codec.decode(encoded.value)).toEqual({ ok: true, value: each });
  }
  return true;
}

const cases = (Object.keys(DRAFTS) as Draft[]).flatMap((draft) => [
  [draft, 'a fixed seed', { seed: 12 }] as const,
  [draft, 'a random seed', {}] as const,
]);

it.each(cases)(
  'references to any place, nullable and the keywords of draft %s: ajv, validate, encode and decode agree, from %s',
  (draft, _, options) => {
    const schema = schemasOf(draft);
    const values = fc.array(value, { minLength: 10, maxLength: 20 });
    let compiled = 0;
    fc.assert(
      fc.property(fc.record({ root: schema, x: schema, y: schema, values }), (each) => {
        if (agrees(draft, each)) compiled += 1;
      }),
      { numRuns: RUNS, ...options },
    );
    expect(compiled).toBeGreaterThan(RUNS / 4);
  },
);
