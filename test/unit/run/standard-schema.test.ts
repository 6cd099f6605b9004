import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { exec, run } from '../../../src/index.js';
import type { SchemaInput } from '../../../src/run/schema-input.js';
import { createScriptedTransport } from '../../../src/testing.js';

const answering = (answer: unknown) =>
  createScriptedTransport({
    stdout: [
      { type: 'turn.started' },
      { type: 'item.completed', item: { type: 'agent_message', text: JSON.stringify(answer) } },
      { type: 'turn.completed' },
    ],
  });

const PERSONS: readonly (readonly [string, SchemaInput])[] = [
  ['zod', z.object({ name: z.string(), age: z.number() })],
  ['arktype', type({ name: 'string', age: 'number', '+': 'reject' })],
  ['valibot', toStandardJsonSchema(v.strictObject({ name: v.string(), age: v.number() }))],
];

describe.each(PERSONS)('a schema of %s', (_, schema) => {
  it('is sent closed and with everything required, and its value is returned', async () => {
    const transport = answering({ name: 'Ada', age: 36 });
    const outcome = await run(exec('p'), schema, { transport });
    expect(outcome).toMatchObject({ ok: true, value: { name: 'Ada', age: 36 } });
    expect(JSON.parse(transport.requests[0]?.wireSchema ?? '')).toMatchObject({
      type: 'object',
      required: expect.arrayContaining(['name', 'age']),
      additionalProperties: false,
    });
  });

  it('rejects an answer that does not conform', async () => {
    const outcome = await run(exec('p'), schema, { transport: answering({ name: 'Ada', age: 'old' }) });
    expect(outcome).toMatchObject({ kind: 'schema_mismatch', violations: [{ pointer: '/age' }] });
  });
});

describe('the Standard Schema validates last', () => {
  it('its transforms produce the value', async () => {
    const schema = z.object({ when: z.string().transform((text) => new Date(text)) }).strict();
    const outcome = await run(exec('p'), schema, {
      mode: 'raw',
      transport: answering({ when: '2026-01-02' }),
    });
    expect(outcome).toMatchObject({ ok: true, value: { when: new Date('2026-01-02') } });
  });

  it('its refinements reject', async () => {
    const schema = z
      .object({ n: z.number() })
      .refine(({ n }) => n % 2 === 0, { path: ['n'], message: 'must be even' });
    const outcome = await run(exec('p'), schema, { transport: answering({ n: 3 }) });
    expect(outcome).toMatchObject({ kind: 'parse_failed', reason: 'n: must be even', value: { n: 3 } });
  });

  it('and parse gets its result', async () => {
    const schema = z.object({ n: z.number().transform((n) => n + 1) });
    const parse = (value: unknown) => ({ ok: true as const, value: JSON.stringify(value) });
    const outcome = await run(exec('p'), schema, { mode: 'raw', parse, transport: answering({ n: 1 }) });
    expect(outcome).toMatchObject({ ok: true, value: '{"n":2}' });
  });
});

describe.each<readonly [string, SchemaInput, unknown, unknown]>([
  [
    'a transform of zod',
    z.object({ id: z.string().transform(Number), in: z.object({ x: z.array(z.object({ y: z.number() })) }) }),
    { id: '7', in: { x: [{ y: 1 }] } },
    { id: 7, in: { x: [{ y: 1 }] } },
  ],
  [
    'a codec of zod',
    z.object({
      when: z.codec(z.iso.date(), z.date(), {
        decode: (text) => new Date(text),
        encode: (date) => date.toISOString().slice(0, 10),
      }),
    }),
    { when: '2026-01-02' },
    { when: new Date('2026-01-02') },
  ],
  [
    'a transform of zod beside a default, in a union and a definition',
    z.object({
      sort: z.string().default('up'),
      part: z.union([z.object({ n: z.string().transform(Number) }).meta({ id: 'Part' }), z.null()]),
    }),
    { sort: 'down', part: { n: '1' } },
    { sort: 'down', part: { n: 1 } },
  ],
  [
    'a transform of valibot',
    toStandardJsonSchema(
      v.object({ id: v.pipe(v.string(), v.transform(Number)), in: v.object({ x: v.string() }) }),
    ),
    { id: '7', in: { x: '' } },
    { id: 7, in: { x: '' } },
  ],
  [
    'a union of valibot with a tag, and a check',
    toStandardJsonSchema(
      v.object({
        of: v.variant('k', [v.object({ k: v.literal('a') }), v.object({ k: v.literal('b'), n: v.number() })]),
        name: v.pipe(
          v.string(),
          v.check((name) => name !== ''),
        ),
      }),
    ),
    { of: { k: 'b', n: 1 }, name: 'x' },
    { of: { k: 'b', n: 1 }, name: 'x' },
  ],
  [
    'a discriminated union of zod with a transform',
    z.object({
      of: z.discriminatedUnion('k', [
        z.object({ k: z.literal('a'), n: z.string().transform(Number) }),
        z.object({ k: z.literal('b') }),
      ]),
    }),
    { of: { k: 'a', n: '1' } },
    { of: { k: 'a', n: 1 } },
  ],
  ['an object of valibot', toStandardJsonSchema(v.object({ x: v.string() })), { x: '' }, { x: '' }],
  [
    'a morph of arktype',
    type({ id: type('string').pipe(Number), in: { x: 'number' } }),
    { id: '7', in: { x: 1 } },
    { id: 7, in: { x: 1 } },
  ],
  ['an object of arktype', type({ in: { x: 'number' } }), { in: { x: 1 } }, { in: { x: 1 } }],
])('%s', (_, schema, answer, value) => {
  it('is sent closed in strict mode, and its transforms produce the value', async () => {
    const transport = answering(answer);
    expect(await run(exec('p'), schema, { transport })).toMatchObject({ ok: true, value });
    const wire = transport.requests[0]?.wireSchema ?? '';
    const count = (text: string): number => wire.split(text).length - 1;
    expect(count('"additionalProperties":false')).toBe(count('"type":"object"'));
  });
});

it('an intersection is not closed part by part', async () => {
  const schema = z.intersection(z.object({ a: z.string() }), z.object({ b: z.string().transform(Number) }));
  const transport = answering({ a: '', b: '1' });
  const outcome = await run(exec('p'), schema, { mode: 'adapt', transport });
  expect(outcome).toMatchObject({ ok: true, value: { a: '', b: 1 } });
});

describe('a part without a JSON Schema form is named, with a remedy', () => {
  const zod = (part: z.ZodType) => z.object({ a: z.object({ b: z.array(part) }) });
  const valibot = (part: v.GenericSchema) =>
    toStandardJsonSchema(v.object({ a: v.object({ b: v.array(part) }) }));
  it.each<readonly [string, SchemaInput, RegExp]>([
    ['z.date()', zod(z.date()), /z\.iso\.datetime/],
    ['z.coerce.date()', zod(z.coerce.date()), /z\.iso\.datetime/],
    ['z.bigint()', zod(z.bigint()), /string of digits/],
    ['z.literal(1n)', zod(z.literal(1n)), /string of digits/],
    ['z.map()', zod(z.map(z.string(), z.number())), /record/],
    ['z.set()', zod(z.set(z.number())), /array/],
    ['z.symbol()', zod(z.symbol()), /transform/],
    ['z.custom()', zod(z.custom(() => true)), /transform/],
    ['v.date()', valibot(v.date()), /v\.isoTimestamp/],
    ['v.bigint()', valibot(v.bigint()), /string of digits/],
    ['v.map()', valibot(v.map(v.string(), v.string())), /record/],
    ['v.instance()', valibot(v.instance(Date)), /transform/],
    ['Date of arktype', type({ a: { b: 'Date[]' } }), /string\.date\.iso/],
    ['bigint of arktype', type({ a: { b: 'bigint[]' } }), /string of digits/],
    ['Map of arktype', type({ a: { b: 'Map[]' } }), /record/],
  ])('%s', async (_, schema, remedy) => {
    const transport = answering({});
    const outcome = await run(exec('p'), schema, { transport });
    const pointer = '/properties/a/properties/b/items';
    expect(outcome).toMatchObject({
      kind: 'schema_encode',
      reason: 'not_serialisable',
      pointer,
      message: expect.stringMatching(remedy),
      workMayHaveRun: false,
    });
    expect(outcome.ok ? '' : outcome.message).toContain(`"${pointer}"`);
    expect(transport.requests).toHaveLength(0);
  });
});

describe('a schema without a JSON Schema form', () => {
  it.each([
    ['a schema with a type that JSON lacks', z.object({ when: z.date() })],
    ['a library without the converter', v.object({ name: v.string() }) as unknown as SchemaInput],
  ])('%s is a failure, not a throw', async (_, schema) => {
    const outcome = await run(exec('p'), schema, { transport: answering({}) });
    expect(outcome).toMatchObject({
      kind: 'schema_encode',
      reason: 'not_serialisable',
      workMayHaveRun: false,
    });
  });
});
