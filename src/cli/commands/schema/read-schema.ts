import type { ParsedArgs } from '../../args/parsed-flags.js';
import { requiredArgument } from '../../args/parsed-flags.js';
import { InputReader } from '../../input/input-reader.js';
import type { OpenedSchema } from '../../input/schema-module.js';
import { openSchema, type ReadFailure, type SchemaInputPlan } from '../../input/schema-source.js';
import type { CliIo } from '../../io.js';
import { schemaPlace } from '../turn-settings.js';

/** The schema that a `schema` command is about. */
export interface CommandSchema {
  readonly plan: SchemaInputPlan;
  readonly opened: OpenedSchema | ReadFailure;
}

/** @throws {UsageError} where none is named */
export async function readCommandSchema(args: ParsedArgs, io: CliIo): Promise<CommandSchema> {
  const plan = openSchema(requiredArgument(args, 0, 'schema'), schemaPlace(args.flags));
  const opened = await plan.read(new InputReader(io));
  return { plan, opened };
}

export const SCHEMA_POSITIONAL = {
  name: 'schema',
  file: 'schema',
  describe: 'A JSON, JSON5, JSONC or YAML file, module.ts#export, inline {…}, or - for JSON on stdin',
} as const;
