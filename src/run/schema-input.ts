import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec';
import type { SchemaEncodeFailure } from '../diagnostics/schema-failures.js';
import type { JsonValue } from '../json/value.js';
import type { SchemaSource } from '../schema/compiled-schema.js';
import type { FromSchema } from './infer-schema.js';
import { schemaNotConvertible } from './preflight-failure.js';
import { standardJsonSchema } from './standard-schema.js';

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
    : unknown extends FromSchema<S>
      ? JsonValue
      : FromSchema<S>;

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
