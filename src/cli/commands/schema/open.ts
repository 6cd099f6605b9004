import type { ParsedArgs } from '../../args/parsed-flags.js';
import {
  type OpenedSchema,
  openSchema,
  type ReadFailure,
  type SchemaInputPlan,
} from '../../input/schema-source.js';
import type { CliIo } from '../../io.js';
import { required } from '../positionals.js';
import { schemaPlace } from '../turn-settings.js';

/** The schema that a `schema` command is about. */
export interface CommandSchema {
  readonly plan: SchemaInputPlan;
  readonly opened: OpenedSchema | ReadFailure;
}

/** @throws {UsageError} where none is named */
export async function readCommandSchema(args: ParsedArgs, io: CliIo): Promise<CommandSchema> {
  const plan = openSchema(required(args, 0, 'schema'), schemaPlace(args.flags, io));
  const opened = await plan.read(io, {
    signal: new AbortController().signal,
    timeoutMs: 0,
    idleTimeoutMs: 0,
  });
  return { plan, opened };
}

export const SCHEMA_ARGUMENT = {
  name: 'schema',
  file: 'schema',
  describe: 'A .json, .json5, .jsonc or .yaml file, module.ts#export, - for JSON on stdin, or inline {…}',
} as const;
