import { resolve } from 'node:path';
import type { TurnRequest } from '../codex/turn-request.js';
import type { SchemaUnsupportedFailure } from '../diagnostics/schema-failures.js';
import { definedOnly } from '../json/defined-only.js';
import type { JsonValue } from '../json/value.js';
import type { Failure, SchemaFileFailure, SpawnFailedFailure } from '../outcome/outcome.js';
import type { PreparedSchema } from '../schema/prepare-schema.js';
import { openRehearsal, rehearsalFailure } from './rehearsal-loader.js';
import type { RehearseOptions } from './run-options.js';
import { sampleBothForms } from './schema-sample.js';

export interface RehearsedRequest {
  readonly request: TurnRequest;
  /** The schema that judges the answer. */
  readonly judge: PreparedSchema;
  close(): Promise<void>;
}

/** Turns a request into a rehearsal: the same codex, schema and flags with another provider and CODEX_HOME. */
export async function rehearseRequest(
  request: TurnRequest,
  schema: PreparedSchema,
  options: RehearseOptions,
): Promise<RehearsedRequest | Failure> {
  const { command } = request;
  const answered = await rehearsedAnswer(schema, options);
  if ('kind' in answered) return answered;
  const rehearsal = await openRehearsal(() => ({
    wireSchema: schema.wire,
    validate: () => true,
    answer: answered.wire,
    ...definedOnly({ thread: threadToContinue(request) }),
  }));
  if ('kind' in rehearsal) return rehearsal;
  const rehearsed: TurnRequest = {
    ...request,
    // The private CODEX_HOME is removed with the rehearsal.
    once: true,
    isRehearsal: true,
    env: { ...request.env, ...rehearsal.env },
    command: { ...command, options: rehearsal.optionsFor(command.options) },
  };
  return { request: rehearsed, judge: answered.judge, close: () => rehearsal.close() };
}

export interface RehearsedAnswer {
  /** The answer of the rehearsed model. */
  readonly wire: JsonValue;
  /** The schema that judges the answer. */
  readonly judge: PreparedSchema;
}

/** Returns what the rehearsed model answers: the given answer, or a sample of the schema. */
export async function rehearsedAnswer(
  schema: PreparedSchema,
  { answer, seed = 1 }: RehearseOptions,
): Promise<RehearsedAnswer | SchemaUnsupportedFailure | SchemaFileFailure | SpawnFailedFailure> {
  try {
    if (answer !== undefined) return givenAnswer(schema, answer);
    const sample = await sampleBothForms(schema, seed);
    return 'kind' in sample ? sample : { wire: sample.wire, judge: schema };
  } catch (error) {
    return rehearsalFailure(error);
  }
}

/**
 * Encodes an answer given in the author's form. An answer without a wire form is sent as it is and then fails: by the
 * author's schema, or, if it is valid there, because the wire schema has no place for it.
 */
function givenAnswer(schema: PreparedSchema, answer: JsonValue): RehearsedAnswer {
  const encoded = schema.encode(answer);
  if (encoded.ok) return { wire: encoded.value, judge: schema };
  const decode = (value: JsonValue) => (schema.validate(value).ok ? encoded : { ok: true as const, value });
  return { wire: answer, judge: { ...schema, decode } };
}

/** Returns the thread that `resume` or `fork` names, which must be created in the private CODEX_HOME. */
function threadToContinue({ command, cwd }: TurnRequest): { id: string; cwd: string } | undefined {
  const { subcommand } = command;
  if (subcommand === 'exec' || subcommand === 'review') return undefined;
  if (typeof command.session !== 'string') return undefined;
  return { id: command.session, cwd: resolve(cwd, command.options.cd ?? '') };
}
