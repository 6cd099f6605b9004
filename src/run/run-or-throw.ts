import type { Command } from '../codex/command.js';
import type { Failure, FailureKind, Success } from '../outcome/outcome.js';
import { run } from './run.js';
import type { RunOptions } from './run-options.js';
import type { InferSchema, SchemaInput } from './schema-input.js';

/** The error that {@link runOrThrow} throws; `outcome` is the complete failure. */
export class StructuredError extends Error {
  /** For `error.name === "StructuredError"`, which also works across copies of the package. */
  override readonly name = 'StructuredError';
  /** The kind of the failure. */
  readonly kind: FailureKind;

  constructor(readonly outcome: Failure) {
    super(`${outcome.kind}: ${outcome.message}`);
    this.kind = outcome.kind;
  }
}

/**
 * Runs codex like {@link run}, and throws on failure.
 *
 * @returns the success, with the value in `value`
 * @throws {StructuredError} (the promise rejects) for every failure
 * @throws {TypeError} (the promise rejects) as {@link run} does
 */
export async function runOrThrow<const S extends SchemaInput, T = InferSchema<S>>(
  command: Command,
  schema: S,
  options: RunOptions<T, InferSchema<S>> = {},
): Promise<Success<T>> {
  const outcome = await run<S, T>(command, schema, options);
  if (outcome.ok) return outcome;
  throw new StructuredError(outcome);
}
