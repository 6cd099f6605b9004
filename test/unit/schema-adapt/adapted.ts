import { isDeepStrictEqual } from 'node:util';
import { expect } from 'vitest';
import type { JsonObject, JsonValue } from '../../../src/json/value.js';
import { type Adapted, type AdaptOptions, adapt } from '../../../src/schema/adapt/adapt.js';
import { dialectOf } from '../../../src/schema/dialect/draft.js';
import { lint } from '../../../src/schema/lint/lint.js';
import { createValidator, type Validator } from '../../../src/schema/validate/validator.js';

/** Adapts a schema that has a wire form, and holds what is promised of every one of them. */
export function adapted(schema: JsonValue, options: AdaptOptions = {}): Adapted {
  const before = JSON.stringify(schema);
  const result = adapt(schema, options);
  if (!result.ok) throw new Error(`refused: ${JSON.stringify(result.issues)}`);
  expect(JSON.stringify(schema)).toBe(before);
  expect(lint(result.wire)).toMatchObject({ errors: [], warnings: [] });
  const again = adapt(schema, options);
  expect(again.ok && JSON.stringify(again.wire)).toBe(JSON.stringify(result.wire));
  return result;
}

/** The issues of a schema that has no wire form. */
export function refused(
  schema: JsonValue,
  options: AdaptOptions = {},
): readonly { code: string; pointer: string }[] {
  const result = adapt(schema, options);
  if (result.ok) throw new Error(`adapted: ${JSON.stringify(result.wire)}`);
  return result.issues;
}

/** Sends a value there and back: what the wire has for it, which its schema has to take. */
export function roundTrip({ wire, encode, decode }: Adapted, value: JsonValue): JsonValue {
  const encoded = encode(value);
  if (!encoded.ok) throw new Error(`not encoded: ${encoded.reason} at "${encoded.pointer}"`);
  expect(judge(wire).validate(encoded.value)).toMatchObject({ ok: true });
  const decoded = decode(encoded.value);
  // `toEqual` takes 0 for -0 and does not look at `__proto__`.
  expect(decoded.ok && isDeepStrictEqual(decoded.value, value), JSON.stringify(decoded)).toBe(true);
  return encoded.value;
}

export function judge(schema: JsonValue): Validator {
  return createValidator(schema, dialectOf(schema), { validateFormats: true });
}

/** The schema of a property on the wire. */
export function property(schema: JsonValue | undefined, ...names: string[]): JsonObject {
  let at = schema as JsonObject;
  for (const name of names) at = (at['properties'] as JsonObject)[name] as JsonObject;
  return at;
}

/** What the wire tells about a property. */
export function told(schema: JsonValue | undefined, ...names: string[]): string {
  return String(property(schema, ...names)['description']);
}
