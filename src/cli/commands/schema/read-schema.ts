import { exitCodeOf } from '../../../outcome/exit-codes.js';
import type { Failure } from '../../../outcome/outcome.js';
import { redactOutcome } from '../../../outcome/redact/redact-outcome.js';
import { createRedactor } from '../../../outcome/redact/redactor.js';
import type { SchemaSource } from '../../../schema/compiled-schema.js';
import { type ParsedArgs, requiredArgument } from '../../args/parsed-flags.js';
import { InputReader } from '../../input/input-reader.js';
import type { OpenedSchema } from '../../input/schema-module.js';
import { openSchema, type ReadFailure, type SchemaInputPlan } from '../../input/schema-source.js';
import type { CliIo } from '../../io.js';
import { Messenger } from '../../output/messenger.js';
import { writeAll } from '../../output/write.js';
import { schemaPlace } from '../turn-settings.js';

/** The schema that a `schema` command is about. */
export interface CommandSchema {
  readonly plan: SchemaInputPlan;
  readonly opened: OpenedSchema | ReadFailure;
}

/** @throws {UsageError} if no schema is given */
export async function readCommandSchema(args: ParsedArgs, io: CliIo): Promise<CommandSchema> {
  const plan = openSchema(requiredArgument(args, 0, 'schema'), schemaPlace(args.flags));
  const opened = await plan.read(new InputReader(io));
  return { plan, opened };
}

/**
 * Returns the `run` of a command that prints something about a schema.
 *
 * @param print - returns a failure if it could not print anything
 */
export function schemaCommand(
  print: (
    source: SchemaSource,
    plan: SchemaInputPlan,
    args: ParsedArgs,
    io: CliIo,
  ) => Promise<Failure | undefined>,
): (args: ParsedArgs, io: CliIo) => Promise<number> {
  return async (args, io) => {
    const { plan, opened } = await readCommandSchema(args, io);
    const failure = 'ok' in opened ? opened : await print(opened.source, plan, args, io);
    return failure === undefined ? 0 : refuse(failure, args.flags.isOn('json'), io);
  };
}

async function refuse(raw: Failure, asJson: boolean, io: CliIo): Promise<number> {
  if (!asJson) new Messenger(io).failure(raw);
  else {
    const failure = redactOutcome(raw, createRedactor(io.env));
    const issues = failure.kind === 'schema_unsupported' ? failure.issues : [];
    await writeAll(io.stdout, `${JSON.stringify({ ...failure, issues, warnings: [] })}\n`);
  }
  return exitCodeOf(raw);
}

export const SCHEMA_POSITIONAL = {
  name: 'schema',
  file: 'schema',
  describe: 'A JSON, JSON5, JSONC or YAML file, module.ts#export, inline {…}, or - for JSON on stdin',
} as const;
