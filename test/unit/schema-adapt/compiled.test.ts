import { describe, expect, it } from 'vitest';
import { compileSchema } from '../../../src/schema/compile-schema.js';
import type { CompiledSchema, CompileResult } from '../../../src/schema/compiled-schema.js';
import { judge } from './adapted.js';

function usable(result: CompileResult): CompiledSchema {
  if ('kind' in result) throw new Error(result.message);
  return result;
}

/** Both ends of the codec together: what comes out of it is judged by the author's schema. */
describe("adapt, with the author's schema as the judge", () => {
  it('what the wire does not say is enforced afterwards', () => {
    const schema = { type: 'object', properties: { a: { type: 'string', maxLength: 2 } }, required: ['a'] };
    const { decode, validate } = usable(compileSchema(schema, { mode: 'adapt' }));
    const decoded = decode({ a: 'long' });
    expect(decoded).toEqual({ ok: true, value: { a: 'long' } });
    expect(decoded.ok && validate(decoded.value)).toMatchObject({
      ok: false,
      violations: [{ pointer: '/a' }],
    });
  });

  it("a null that OpenAPI's nullable allows is not refused", () => {
    const schema = {
      type: 'object',
      properties: {
        a: { type: 'string', enum: ['x'], nullable: true },
        b: { type: 'integer', nullable: true },
      },
      required: ['a', 'b'],
    };
    const before = JSON.stringify(schema);
    const { decode, validate } = usable(compileSchema(schema, { mode: 'adapt' }));
    const decoded = decode({ a: null, b: null });
    expect(decoded.ok && validate(decoded.value)).toMatchObject({ ok: true });
    expect(validate({ a: 'y', b: null }).ok).toBe(false);
    expect(JSON.stringify(schema)).toBe(before);
  });

  it.each([
    ['a type', { type: 'string', nullable: true }],
    ['an enum', { type: 'string', enum: ['x'], nullable: true }],
    ['an enum without a type', { enum: ['x'], nullable: true }],
    ['a const', { const: 'x', nullable: true }],
    ['a reference', { $ref: '#/components/schemas/S', nullable: true }],
    ['allOf', { allOf: [{ $ref: '#/components/schemas/S' }], nullable: true }],
    ['allOf beside a type', { type: 'string', allOf: [{ $ref: '#/components/schemas/S' }], nullable: true }],
    ['anyOf', { anyOf: [{ type: 'string' }, { type: 'integer' }], nullable: true }],
    ['oneOf', { oneOf: [{ $ref: '#/components/schemas/S' }, { type: 'integer' }], nullable: true }],
    ['not', { type: 'string', not: { enum: [null, 'y'] }, nullable: true }],
    ['a reference to a nullable schema', { $ref: '#/x-any/place' }],
    ['a reference through two places', { $ref: '#/components/schemas/Again' }],
  ])('nullable allows null beside %s, wherever a reference leads', (_, a) => {
    const schema = {
      $ref: '#/components/schemas/Root',
      components: {
        schemas: {
          Root: { type: 'object', properties: { a, list: { type: 'array', items: a } }, required: ['a'] },
          S: { type: 'string', enum: ['x', 'z'] },
          Again: { $ref: '#/x-any/place' },
        },
      },
      'x-any': { place: { type: 'string', nullable: true } },
    };
    const { encode, decode, validate, wire } = usable(compileSchema(schema, { mode: 'adapt' }));
    for (const value of [
      { a: null, list: [null, 'x'] },
      { a: 'x', list: [] },
    ]) {
      expect(validate(value)).toMatchObject({ ok: true });
      const encoded = encode(value);
      if (!encoded.ok) throw new Error(encoded.reason);
      expect(judge(wire).validate(encoded.value)).toMatchObject({ ok: true });
      expect(decode(encoded.value)).toEqual({ ok: true, value });
    }
    expect(validate({ a: true }).ok).toBe(false);
    // In strict and raw, JSON Schema's meaning holds.
    expect(usable(compileSchema(schema, { mode: 'raw' })).validate({ a: null }).ok).toBe(false);
  });

  it('true is anything, false is nothing', () => {
    const { encode, decode, validate } = usable(compileSchema(true, { mode: 'adapt' }));
    const encoded = encode([1]);
    expect(encoded.ok && decode(encoded.value)).toEqual({ ok: true, value: [1] });
    expect(validate([1]).ok).toBe(true);
    expect(compileSchema(false, { mode: 'adapt' })).toMatchObject({
      kind: 'schema_unsupported',
      issues: [{ code: 'no_value', pointer: '' }],
    });
  });
});
