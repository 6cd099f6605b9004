import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { compileSchema } from '../../../src/index.js';

describe('compileSchema', () => {
  it.each([
    ['zod', z.object({ name: z.string() })],
    ['arktype', type({ '+': 'reject', name: 'string' })],
    ['valibot', toStandardJsonSchema(v.strictObject({ name: v.string() }))],
    [
      'a JSON Schema',
      {
        type: 'object',
        properties: { name: { type: 'string' } },
        required: ['name'],
        additionalProperties: false,
      },
    ],
  ])('takes what run takes: %s', (_, schema) => {
    const compiled = compileSchema(schema);
    if ('kind' in compiled) throw new Error(compiled.message);
    expect(compiled).toMatchObject({ adapted: false, warnings: [] });
    expect(compiled.validate({ name: 'Ada' })).toMatchObject({ ok: true });
    expect(compiled.validate({ name: 1 })).toMatchObject({ ok: false });
    expect(compiled.validate({ name: 'Ada', more: 1 })).toMatchObject({ ok: false });
  });

  it('adapts a zod schema, and encodes and decodes its values', () => {
    const schema = z.object({ name: z.string().optional(), tags: z.record(z.string(), z.number()) });
    const compiled = compileSchema(schema, { mode: 'adapt' });
    if ('kind' in compiled) throw new Error(compiled.message);
    const encoded = compiled.encode({ tags: { a: 1 } });
    expect(encoded).toMatchObject({ ok: true, value: { name: null } });
    expect(encoded.ok && compiled.decode(encoded.value)).toEqual({ ok: true, value: { tags: { a: 1 } } });
  });

  it('returns a failure for a schema without a JSON form', () => {
    expect(compileSchema(z.object({ at: z.date() }))).toMatchObject({
      kind: 'schema_encode',
      reason: 'not_serialisable',
      message: expect.stringContaining('Date cannot be represented'),
    });
    expect(compileSchema(true)).toMatchObject({ kind: 'schema_unsupported' });
  });

  it('rejects warnings on request', () => {
    const schema = { type: 'object', properties: {}, required: [], additionalProperties: false, title: 'x' };
    expect(compileSchema(schema)).toMatchObject({ warnings: [{ code: 'title' }] });
    expect(compileSchema(schema, { failOnWarnings: true })).toMatchObject({
      kind: 'schema_unsupported',
      issues: [{ code: 'title', severity: 'warning' }],
    });
  });
});
