import type { SchemaEncodeFailure, SchemaUnsupportedFailure } from '../../diagnostics/schema-failures.js';
import type { AnyParse } from '../../outcome/parse.js';
import { type PreparedSchema, prepareSchema } from '../../schema/prepare-schema.js';
import type { AnswerOptions } from '../run-options.js';
import { readSchema, type SchemaInput } from '../schema-input.js';

/** A prepared schema, and the validation of its schema library, if it has one. */
export interface AnswerSchema {
  readonly prepared: PreparedSchema;
  readonly parses: readonly AnyParse[];
}

/** Prepares the schema of a turn or of a thread. */
export function answerSchema(
  schema: SchemaInput,
  { mode = 'strict', validateFormats = true, failOnWarnings = false, narrow = true }: AnswerOptions,
): AnswerSchema | SchemaEncodeFailure | SchemaUnsupportedFailure {
  const read = readSchema(schema);
  if ('kind' in read) return read;
  const prepared = prepareSchema(read.source, { mode, validateFormats, failOnWarnings, narrow });
  if ('kind' in prepared) return prepared;
  return { prepared, parses: read.standard === null ? [] : [read.standard] };
}
