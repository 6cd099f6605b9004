import { assertOptions } from '../codex/options/assert-options.js';
import { integerOrInfinity, type OptionTable, shape } from '../codex/options/validators.js';
import { redactOutcome } from '../outcome/redact/redact-outcome.js';
import { createRedactor } from '../outcome/redact/redactor.js';
import { compileSource } from '../schema/compile-schema.js';
import type { CompileOptions, CompileResult } from '../schema/compiled-schema.js';
import { STRICT_LIMITS } from '../schema/dialect/strict-limits.js';
import { SCHEMA_OPTIONS } from './option-validators.js';
import { readSchema, type SchemaInput } from './schema-input.js';

const COMPILE_OPTIONS: OptionTable<CompileOptions> = {
  ...SCHEMA_OPTIONS,
  limits: shape(Object.fromEntries(Object.keys(STRICT_LIMITS).map((name) => [name, integerOrInfinity]))),
};

/**
 * Compiles a schema: checks it, prepares the form that codex is sent, and makes the validator and the codec.
 *
 * @param schema - a JSON Schema of draft 4, 6, 7, 2019-09 or 2020-12 (the default) as an object, or anything
 *   with the Standard JSON Schema interface (zod 4.2+, arktype, valibot through `toStandardJsonSchema`). It is not
 *   modified. A library's refinements are not part of its JSON Schema, so `validate` does not check them.
 * @returns the compiled schema, or a `schema_encode` or `schema_unsupported` failure
 * @throws {TypeError} if an option is unknown or of the wrong type
 */
export function compileSchema(schema: SchemaInput | boolean, options: CompileOptions = {}): CompileResult {
  assertOptions('compileSchema()', options, COMPILE_OPTIONS);
  const read = readSchema(schema as SchemaInput);
  const result = 'kind' in read ? read : compileSource(read.source, options);
  // Issues quote the schema, which may hold secrets, such as a reference with a password.
  return 'kind' in result ? (redactOutcome(result, createRedactor(process.env)) as typeof result) : result;
}
