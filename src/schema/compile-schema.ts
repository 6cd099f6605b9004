import { compileWithoutValidator } from './compile-without-validator.js';
import type { CompileOptions, CompileResult, SchemaSource } from './compiled-schema.js';
import { createValidator, type Validator } from './validate/validator.js';

/**
 * Reads a JSON Schema, checks that it is a valid one, and gives both ends of it: what codex is sent, and
 * what judges the answer.
 *
 * @param schema - a JSON Schema of draft 4, 6, 7, 2019-09 or 2020-12 (the default) as an object, which is
 *   only read.
 * @returns a failure (`schema_encode`, `schema_unsupported`) rather than throwing, for any schema.
 */
export function compileSchema(schema: unknown, options: CompileOptions = {}): CompileResult {
  return compileSource({ kind: 'value', value: schema }, options);
}

/** {@link compileSchema} for a schema that may come as text, with positions in what is found. */
export function compileSource(source: SchemaSource, options: CompileOptions = {}): CompileResult {
  const prepared = compileWithoutValidator(source, options);
  if ('kind' in prepared) return prepared;
  const { schema, dialect, ...judging } = prepared.author;
  // Callers that only want the wire schema do not pay for a validator.
  let validator: Validator | undefined;
  return {
    ...prepared.parts,
    validate(value) {
      validator ??= createValidator(schema, dialect, judging);
      return validator.validate(value);
    },
  };
}
