import type { Command } from '../codex/command.js';
import type { JsonValue } from '../json/value.js';
import type { Failure } from '../outcome/outcome.js';
import type { PreparedSchema } from '../schema/prepare-schema.js';
import { isStartFailure, type Transport, type TurnRequest } from '../transports/transport.js';
import { noPrivateHome, noSample } from './early.js';
import type { RehearseOptions } from './options.js';

export interface RehearsedRequest {
  readonly request: TurnRequest;
  close(): Promise<void>;
}

/** Lays a rehearsal under a request: the same codex, schema and flags, another provider and CODEX_HOME. */
export async function beginRehearsal(
  request: TurnRequest,
  schema: PreparedSchema,
  transport: Transport,
  options: RehearseOptions,
): Promise<RehearsedRequest | Failure> {
  // node:http and the sampler are loaded only by those who rehearse.
  const { startRehearsal } = await import('../rehearsal/rehearsal.js');
  const { NoSampleError } = await import('../rehearsal/sample.js');
  await schema.prepare();
  const answer = wireAnswer(schema, options.answer);
  try {
    const rehearsal = await startRehearsal({
      wireSchema: schema.wire,
      validate: (value) => isAnswer(schema, value),
      ...(answer === undefined ? {} : { answer }),
      ...(options.seed === undefined ? {} : { seed: options.seed }),
    });
    const { command } = request;
    const laid: TurnRequest = {
      ...request,
      env: { ...request.env, ...rehearsal.env },
      command: { ...command, options: rehearsal.optionsFor(command.options) },
    };
    const ready = await withSession(laid, transport);
    return { request: ready, close: () => rehearsal.close() };
  } catch (error) {
    return error instanceof NoSampleError ? noSample(error.message) : noPrivateHome(error);
  }
}

function isAnswer(schema: PreparedSchema, wireValue: JsonValue): boolean {
  const decoded = schema.decode(wireValue);
  return decoded.ok && schema.validate(decoded.value).ok;
}

/** A rehearsed answer is given in the author's form. One that has no wire form goes out as it is, to fail. */
function wireAnswer(schema: PreparedSchema, answer: JsonValue | undefined): JsonValue | undefined {
  if (answer === undefined) return undefined;
  const encoded = schema.encode(answer);
  return encoded.ok ? encoded.value : answer;
}

/** A private CODEX_HOME has no threads: a rehearsed `resume` or `fork` gets one to go on from. */
async function withSession(request: TurnRequest, transport: Transport): Promise<TurnRequest> {
  const { command } = request;
  if (command.subcommand === 'exec') return request;
  const { options } = command;
  const first: Command = {
    subcommand: 'exec',
    prompt: 'Rehearsal.',
    options: { ...options, ephemeral: false },
  };
  const evidence = await transport.runTurn({ ...request, command: first, observe: { keepEvents: false } });
  if (isStartFailure(evidence) || evidence.turn.threadId === null) return request;
  return { ...request, command: { ...command, session: evidence.turn.threadId } };
}
