import type { SchemaEncodeFailure, SchemaUnsupportedFailure } from '../diagnostics/schema-failures.js';
import { compileWithoutValidator } from './compile-without-validator.js';
import type { CompiledSchema, CompileOptions, SchemaSource } from './compiled-schema.js';
import type { Validator } from './validate/validator.js';

/** A schema that can be sent at once; its validator is still to be loaded. */
export interface PreparedSchema extends CompiledSchema {
  /** Loads and compiles the validator; once, however often it is called. Must be awaited before `validate`. */
  prepare(): Promise<void>;
}

/**
 * As `compileSchema`, but without loading the validator, which takes longer than everything else here:
 * codex is started first, and `prepare` is called while it works.
 */
export function prepareSchema(
  source: SchemaSource,
  options: CompileOptions = {},
): PreparedSchema | SchemaEncodeFailure | SchemaUnsupportedFailure {
  const prepared = compileWithoutValidator(source, options);
  if ('kind' in prepared) return prepared;
  const { schema, dialect, ...judging } = prepared.author;
  let validator: Validator | undefined;
  let preparing: Promise<void> | undefined;

  async function load(): Promise<void> {
    const { createValidator } = await import('./validate/validator.js');
    validator = createValidator(schema, dialect, judging);
  }

  return {
    ...prepared.parts,
    prepare() {
      preparing ??= load().catch((error: unknown) => {
        // The system may merely have been out of descriptors: the next call tries again.
        preparing = undefined;
        throw error;
      });
      return preparing;
    },
    validate(value) {
      if (validator === undefined) throw new Error('prepare() must be awaited before validate().');
      return validator.validate(value);
    },
  };
}
