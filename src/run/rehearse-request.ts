import { resolve } from 'node:path';
import type { JsonValue } from '../json/value.js';
import type { Failure, SchemaUnsupportedFailure } from '../outcome/outcome.js';
import type { PreparedSchema } from '../schema/prepare-schema.js';
import type { TurnRequest } from '../transports/transport.js';
import { noSampleFailure } from './preflight-failure.js';
import { loadRehearsal, loadSampler, rehearsalFailure } from './rehearsal-loader.js';
import type { RehearseOptions } from './run-options.js';
import { sampleBothForms } from './schema-sample.js';

export interface RehearsedRequest {
  readonly request: TurnRequest;
  close(): Promise<void>;
}

/** Lays a rehearsal under a request: the same codex, schema and flags, another provider and CODEX_HOME. */
export async function rehearseRequest(
  request: TurnRequest,
  schema: PreparedSchema,
  options: RehearseOptions,
): Promise<RehearsedRequest | Failure> {
  const { command } = request;
  const thread = threadToGoOnWith(request);
  try {
    const { startRehearsal } = await loadRehearsal();
    const answered = await rehearsedAnswer(schema, options);
    if ('kind' in answered) return answered;
    const rehearsal = await startRehearsal({
      wireSchema: schema.wire,
      validate: () => true,
      answer: answered.wire,
      ...(thread === undefined ? {} : { thread }),
    });
    const laid: TurnRequest = {
      ...request,
      // The private CODEX_HOME goes away with the rehearsal.
      once: true,
      isRehearsal: true,
      env: { ...request.env, ...rehearsal.env },
      command: { ...command, options: rehearsal.optionsFor(command.options) },
    };
    return { request: laid, close: () => rehearsal.close() };
  } catch (error) {
    return rehearsalFailure(error);
  }
}

/** What the model of a rehearsal says: the given answer, or a sample, in the form that goes over the wire. */
export async function rehearsedAnswer(
  schema: PreparedSchema,
  { answer, seed = 1 }: RehearseOptions,
): Promise<{ readonly wire: JsonValue } | SchemaUnsupportedFailure> {
  const given = wireAnswer(schema, answer);
  if (given !== undefined) return { wire: given };
  const { NoSampleError } = await loadSampler();
  try {
    return { wire: (await sampleBothForms(schema, seed)).wire };
  } catch (error) {
    if (error instanceof NoSampleError) return noSampleFailure(error);
    throw error;
  }
}

/** A rehearsed answer is given in the author's form. One that has no wire form goes out as it is, to fail. */
function wireAnswer(schema: PreparedSchema, answer: JsonValue | undefined): JsonValue | undefined {
  if (answer === undefined) return undefined;
  const encoded = schema.encode(answer);
  return encoded.ok ? encoded.value : answer;
}

/** A private CODEX_HOME has no threads: the one that `resume` or `fork` names is put there. */
function threadToGoOnWith({ command, cwd }: TurnRequest): { id: string; cwd: string } | undefined {
  const { subcommand } = command;
  if (subcommand === 'exec' || subcommand === 'review') return undefined;
  if (typeof command.session !== 'string') return undefined;
  return {
    id: command.session,
    cwd: command.options.cd === undefined ? cwd : resolve(cwd, command.options.cd),
  };
}
