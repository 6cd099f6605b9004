import { describe, expect, it } from 'vitest';
import type { JsonValue } from '../../../src/json/value.js';
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

  const target = { type: 'object', properties: { x: { type: 'string', nullable: true } }, required: ['x'] };
  const name = { type: 'object', properties: { n: { type: 'string' } }, required: ['n'] };
  const holder = (x: unknown) => ({ type: 'object', properties: { x }, required: ['x'], $defs: { N: name } });
  const ref = { $ref: '#/$defs/N' };
  it.each([
    ['under an unknown keyword', { $ref: '#/components/schemas/X', components: { schemas: { X: target } } }],
    ['deeper under an unknown keyword', { $ref: '#/a/0/b', a: [{ b: { allOf: [target] } }] }],
    ['inside a value', { $ref: '#/default', default: target }],
    ['beside allOf', holder({ allOf: [ref], nullable: true, description: 'd' })],
    ['beside $ref', holder({ ...ref, nullable: true })],
    ['beside anyOf', holder({ anyOf: [ref, { type: 'integer' }], nullable: true })],
    ['beside oneOf', holder({ oneOf: [ref, { type: 'integer' }], nullable: true })],
    ['beside a type and allOf', holder({ type: 'object', allOf: [ref], nullable: true })],
    ['beside enum', holder({ enum: ['a', 1], nullable: true })],
    ['beside a type and const', holder({ type: 'string', const: 'a', nullable: true })],
    ['beside properties alone', holder({ ...name, type: undefined, nullable: true })],
    ['in a referenced schema', { ...holder(ref), $defs: { N: { allOf: [name], nullable: true } } }],
    ['in allOf', holder({ allOf: [{ allOf: [ref], nullable: true }, { type: ['object', 'null'] }] })],
    ['beside not', holder({ not: { type: 'null' }, type: 'string', nullable: true })],
  ])("OpenAPI's nullable, wherever it stands: %s", (_, given) => {
    const schema = JSON.parse(JSON.stringify(given)) as unknown;
    for (const narrow of [true, false]) {
      const codec = usable(compileSchema(schema, { mode: 'adapt', narrow }));
      expect(codec.validate({ x: null }).ok).toBe(true);
      expect(codec.validate({}).ok).toBe(false);
      const encoded = codec.encode({ x: null });
      if (!encoded.ok) throw new Error(encoded.reason);
      expect(judge(codec.wire as JsonValue).validate(encoded.value)).toMatchObject({ ok: true });
      expect(codec.decode(encoded.value)).toEqual({ ok: true, value: { x: null } });
    }
  });

  const open = {
    type: 'object',
    properties: { t: { type: 'string' }, n: { type: 'string' } },
    required: ['t'],
  };
  it.each([
    ['a mapping', { mapping: { cat: '#/$defs/Cat', dog: '#/$defs/Dog' } }, 'cat'],
    ['a mapping of names', { mapping: { cat: 'Cat', kitten: 'Cat', dog: 'Dog' } }, 'kitten'],
    ['the names of the schemas', {}, 'Cat'],
  ])('a discriminator fixes the tag of each branch: %s', (_, more, tag) => {
    const oneOf = [{ $ref: '#/$defs/Cat' }, { $ref: '#/$defs/Dog' }];
    const x = { oneOf, discriminator: { propertyName: 't', ...more } };
    const $defs = { Cat: open, Dog: { ...open } };
    const schema = { type: 'object', properties: { x }, required: ['x'], $defs };
    const codec = usable(compileSchema(schema, { mode: 'adapt' }));
    expect(codec.validate({ x: { t: tag, n: 'a' } }).ok).toBe(true);
    expect(codec.validate({ x: { t: 'other', n: 'a' } }).ok).toBe(false);
    const encoded = codec.encode({ x: { t: tag, n: 'a' } });
    if (!encoded.ok) throw new Error(encoded.reason);
    expect(judge(codec.wire as JsonValue).validate(encoded.value)).toMatchObject({ ok: true });
    expect(codec.decode(encoded.value)).toEqual({ ok: true, value: { x: { t: tag, n: 'a' } } });
    expect(codec.encode({ x: { t: 'other', n: 'a' } }).ok).toBe(false);
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
