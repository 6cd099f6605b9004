import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { compileSchema, compileSource } from '../../../src/schema/compile-schema.js';

describe('compileSchema', () => {
  const author = {
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer' } },
    required: ['name'],
  };

  it('gives the author’s schema as the wire schema', () => {
    const compiled = compileSchema(author, { mode: 'raw' });
    if ('kind' in compiled) throw new Error(compiled.message);
    expect(compiled.wireText).toBe(JSON.stringify(author));
    expect(compiled.sha256).toBe(createHash('sha256').update(compiled.wireText).digest('hex'));
    expect(compiled.encode({ name: 'x' })).toEqual({ ok: true, value: { name: 'x' } });
    expect(compiled).toMatchObject({ adapted: false, changes: [] });
  });

  it('adapts the wire schema and judges by the author’s', () => {
    const compiled = compileSchema(author, { mode: 'adapt' });
    if ('kind' in compiled) throw new Error(compiled.message);
    expect(compiled.adapted).toBe(true);
    expect(compiled.wireText).toBe(JSON.stringify(compiled.wire));
    expect(compiled.changes.length).toBeGreaterThan(0);
    const encoded = compiled.encode({ name: 'x' });
    expect(encoded).toEqual({ ok: true, value: { name: 'x', age: null } });
    const decoded = compiled.decode({ name: 'x', age: null });
    expect(decoded).toEqual({ ok: true, value: { name: 'x' } });
    expect(compiled.validate({ name: 'x' })).toMatchObject({ ok: true });
    expect(compiled.validate({ age: 1.5 })).toMatchObject({ ok: false });
  });

  it('does not touch the schema it is given', () => {
    const frozen = Object.freeze({ ...author, properties: Object.freeze({ ...author.properties }) });
    const before = JSON.stringify(frozen);
    for (const mode of ['strict', 'adapt', 'raw'] as const) compileSchema(frozen, { mode });
    expect(JSON.stringify(frozen)).toBe(before);
  });

  it('points into the text where an adapted schema has no wire form', () => {
    const text = '{\n  "type": "object",\n  "required": ["a"],\n  "properties": { "a": false }\n}';
    const failure = compileSource({ kind: 'text', text, format: 'json', name: 's.json' }, { mode: 'adapt' });
    expect(failure).toMatchObject({
      kind: 'schema_unsupported',
      issues: [{ severity: 'error', line: expect.any(Number), column: expect.any(Number) }],
    });
  });
});
