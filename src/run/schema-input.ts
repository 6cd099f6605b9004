import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { FromSchema, JSONSchema } from 'json-schema-to-ts';
import type { SchemaEncodeFailure } from '../diagnostics/schema-failures.js';
import type { JsonValue } from '../json/value.js';
import type { SchemaSource } from '../schema/compiled-schema.js';
import { schemaNotConvertible } from './preflight-failure.js';

/**
 * A schema as the library accepts it: a JSON Schema object, or anything with the Standard JSON Schema interface
 * (zod 4.2+, arktype, valibot through `toStandardJsonSchema`).
 */
export type SchemaInput = JsonSchemaObject | StandardJSONSchemaV1;

/** A JSON Schema as a plain object, `as const` or not. */
export interface JsonSchemaObject {
  readonly [keyword: string]: unknown;
}

/**
 * The type of the answer: a Standard Schema's output, or the type of a JSON Schema literal (`as const`, or passed
 * inline); {@link JsonValue} if the schema's type is not known.
 */
export type InferSchema<S> =
  S extends StandardJSONSchemaV1<unknown, infer Output>
    ? Output
    : S extends LiteralJsonSchema
      ? FromSchema<S>
      : JsonValue;

/** Matches only literal `type`, `enum`, …: for `string`, `FromSchema` would not end. */
type LiteralJsonSchema = JSONSchema & { readonly [keyword: string]: unknown } & (
    | {
        readonly type:
          | 'object'
          | 'array'
          | readonly ('object' | 'array' | 'string' | 'number' | 'integer' | 'boolean' | 'null')[];
      }
    | { readonly anyOf: readonly unknown[] }
  );

/** What `run` needs of a schema input. */
interface ReadSchemaInput {
  readonly source: SchemaSource;
  /** The Standard Schema's own validation (refinements, transforms, defaults), if it has one. */
  readonly standard: StandardSchemaV1<unknown, unknown> | null;
}

/** {@link readSchemaInput}, with a failure for a schema that has no JSON Schema form. */
export function readSchema(input: SchemaInput): ReadSchemaInput | SchemaEncodeFailure {
  try {
    return readSchemaInput(input);
  } catch (error) {
    return schemaNotConvertible(error);
  }
}

/** @throws the error of a Standard Schema's converter for a schema without a JSON Schema form */
export function readSchemaInput(input: SchemaInput): ReadSchemaInput {
  if (!isStandard(input)) return { source: { kind: 'value', value: input }, standard: null };
  const standard =
    'validate' in input['~standard'] ? (input as unknown as StandardSchemaV1<unknown, unknown>) : null;
  return { source: { kind: 'value', value: standardJsonSchema(input) }, standard };
}

function isStandard(input: SchemaInput): input is StandardJSONSchemaV1 {
  // arktype's schemas are functions.
  const isReference = (typeof input === 'object' && input !== null) || typeof input === 'function';
  return isReference && '~standard' in input;
}

const TARGET = { target: 'draft-2020-12' } as const;

/** The keywords in which the input and output side of a schema without transforms may differ. */
const SIDE_KEYWORDS: ReadonlySet<string> = new Set(['additionalProperties', 'required', 'default']);

/**
 * Returns the JSON Schema of the answer: the input side, since the schema's own `validate` gets the answer.
 *
 * If both sides have the same shape, the output side is used instead: it is stricter (zod closes objects and requires
 * properties with defaults there), and every value of it is also one of the input side.
 *
 * @throws the converter's error for a schema without a JSON Schema form
 */
function standardJsonSchema(schema: StandardJSONSchemaV1): Record<string, unknown> {
  const converter = schema['~standard'].jsonSchema;
  if (typeof converter?.input !== 'function') {
    const { vendor } = schema['~standard'];
    throw new TypeError(
      `this ${vendor} schema has no JSON Schema converter (the Standard JSON Schema interface)`,
    );
  }
  const input = converter.input(TARGET);
  const output = outputSide(converter);
  return output !== undefined && sameShape(input, output) ? output : input;
}

function outputSide(converter: StandardJSONSchemaV1.Converter): Record<string, unknown> | undefined {
  try {
    return converter.output(TARGET);
  } catch {
    // The result of a transform often has no JSON Schema form.
    return undefined;
  }
}

function sameShape(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return Object.is(a, b);
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  const keys = new Set([...Object.keys(left), ...Object.keys(right)]);
  for (const key of keys) {
    if (SIDE_KEYWORDS.has(key) && isClosingOnly(key, left[key], right[key])) continue;
    if (!sameShape(left[key], right[key])) return false;
  }
  return true;
}

/** `additionalProperties` may be absent or false, but not another schema. */
function isClosingOnly(key: string, a: unknown, b: unknown): boolean {
  if (key !== 'additionalProperties') return true;
  const silent = (side: unknown) => side === undefined || side === false;
  return silent(a) && silent(b);
}
