import { describe, expect, it } from 'vitest';
import { compileSchema } from '../../../src/schema/compile-schema.js';
import type { CompiledSchema, CompileResult } from '../../../src/schema/compiled-schema.js';

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
