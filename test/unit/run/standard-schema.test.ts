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
