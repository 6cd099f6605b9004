import { fieldsOf, stringOf } from '../../events/fields.js';
import type { StartFailure, TurnEvidence, TurnRequest } from '../transport.js';
import { driveTurn } from './drive-turn.js';
import { openThread } from './open-thread.js';
import { ConnectionClosed, RpcError } from './rpc-error.js';
import type { AppServer } from './server.js';
import { turnInput } from './thread-settings.js';
import { withoutThread } from './turn-evidence.js';
import type { TurnStop } from './turn-stop.js';
import { noMethod, unknownMethod } from './unsupported.js';

export interface TurnFrame {
  readonly stop: TurnStop;
  /** `performance.now()` when the turn was asked for. */
  readonly startedAt: number;
}

/**
 * One command on a server that is there: its thread, then its turn; then the thread is let go.
 *
 * @throws {TurnStopped} where the turn is to end before it has begun
 */
export async function runTurnOn(
  server: AppServer,
  request: TurnRequest,
  frame: TurnFrame,
): Promise<TurnEvidence | StartFailure> {
  const { stop } = frame;
  const thread = await threadFor(server, request, frame);
  if (typeof thread !== 'string') return thread;
  const release = await server.locks.acquire(thread, stop);
  try {
    return await driveTurn(server, {
      threadId: thread,
      method: 'turn/start',
      start: () => startTurn(server, thread, request),
      limits: request.limits,
      observe: request.observe,
      ...frame,
    });
  } finally {
    release();
    // Whether the server has let it go is of no account.
    server.request('thread/unsubscribe', { threadId: thread }).catch(() => undefined);
  }
}

async function threadFor(
  server: AppServer,
  request: TurnRequest,
  frame: TurnFrame,
): Promise<string | TurnEvidence | StartFailure> {
  const { stop } = frame;
  try {
    return await stop.orStopped(openThread(server, request.command, request.cwd));
  } catch (error) {
    if (error instanceof RpcError) {
      const unknown = unknownMethod(error, 'thread/start');
      if (unknown !== null) return noMethod(unknown, server.version);
      return withoutThread(server, error.native, request, frame);
    }
    if (error instanceof ConnectionClosed) return withoutThread(server, null, request, frame);
    // A server that leaves so simple a request unanswered until a limit is over answers nobody.
    if (stop.cause?.kind === 'timeout') await server.stop();
    throw error;
  }
}

async function startTurn(server: AppServer, threadId: string, request: TurnRequest): Promise<string | null> {
  const { command, wireSchema, additionalContext } = request;
  const params = {
    threadId,
    input: turnInput(command.prompt, command.options.images ?? [], request.cwd),
    ...(additionalContext === undefined ? {} : { additionalContext }),
  };
  const result = await server.request(
    'turn/start',
    params,
    wireSchema === null ? {} : { outputSchema: wireSchema },
  );
  return turnIdIn(result);
}

export function turnIdIn(result: Readonly<Record<string, unknown>>): string | null {
  return stringOf(fieldsOf(result['turn'])?.['id']);
}
