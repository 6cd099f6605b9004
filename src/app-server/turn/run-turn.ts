import type { ReviewCommand } from '../../codex/command.js';
import type { StartFailure, TurnObserver, TurnRequest } from '../../codex/turn-request.js';
import { fieldsOf, stringOf } from '../../json/fields.js';
import type { TurnEvidence } from '../../outcome/evidence.js';
import type * as protocol from '../generated/protocol.js';
import { ConnectionClosed, RpcError } from '../protocol/rpc-error.js';
import type { AppServer } from '../server/server.js';
import { noMethod, unknownMethod } from '../server/unsupported.js';
import { endCommands } from '../thread/end-commands.js';
import { openThread } from '../thread/open-thread.js';
import { ThreadRejectedError } from '../thread/thread-rejected.js';
import { startReview, startTurn } from '../thread/thread-requests.js';
import { turnInput } from '../thread/thread-settings.js';
import { driveTurn, type TurnCall } from './drive-turn.js';
import type { TurnDeadline } from './turn-deadline.js';
import { withoutThread } from './turn-evidence.js';

export interface TurnFrame {
  readonly stop: TurnDeadline;
  /** `performance.now()` when the turn was asked for. */
  readonly startedAt: number;
}

/** A turn and the thread that it is for. */
export interface ThreadTurn extends TurnFrame, Omit<TurnCall, 'threadId' | 'start'> {
  /** Starts, resumes or forks the thread, where it is not open yet; gives its id. */
  readonly open: () => Promise<string>;
  readonly start: (threadId: string) => Promise<string | null>;
}

/**
 * One turn on a server that is there: its thread first, then the turn, once the thread is free.
 *
 * @throws {TurnStopped} where the turn is to end before it has begun
 */
export async function runThreadTurn(
  server: AppServer,
  turn: ThreadTurn,
): Promise<TurnEvidence | StartFailure> {
  const threadId = await opened(server, turn);
  if (typeof threadId !== 'string') return threadId;
  const release = await server.locks.acquire(threadId, turn.stop);
  try {
    return await driveTurn(server, { ...turn, threadId, start: () => turn.start(threadId) });
  } finally {
    release();
  }
}

/** Whether the thread of a command is open already, and who wants to know when it is. */
interface Keeping {
  readonly kept: string | null;
  readonly onOpen: (threadId: string) => void;
}

/** One command: its thread is let go afterwards, or when its further turns have been made. */
export async function runCommand(
  server: AppServer,
  request: TurnRequest,
  frame: TurnFrame,
  { kept, onOpen }: Keeping,
): Promise<TurnEvidence | StartFailure> {
  const { command, cwd, limits, observe, threadLease } = request;
  const started = kept === null ? await server.starts.enter(frame.stop) : () => {};
  let threadId = kept;
  let sawWork = true;
  const open = async () => {
    if (threadId !== null) return threadId;
    const opened = await openThread(server, command, cwd);
    threadId = opened;
    onOpen(opened);
    threadLease?.onRelease(() => leaveThread(server, opened, false));
    return opened;
  };
  try {
    const result = await runThreadTurn(server, {
      open,
      method: command.subcommand === 'review' ? 'review/start' : 'turn/start',
      start: (id) => {
        const answered =
          command.subcommand === 'review' ? reviewOf(server, id, command) : turnOf(server, id, request);
        return answered.finally(started);
      },
      limits,
      observe,
      ...frame,
    });
    sawWork = 'kind' in result || result.turn.sawWork;
    return result;
  } finally {
    started();
    if (threadId !== null) {
      if (threadLease === undefined) await leaveThread(server, threadId, sawWork);
      else if (sawWork) await endCommands(server, threadId);
    }
  }
}

/** As the end of `codex exec` does: nothing of the thread goes on. */
export async function leaveThread(server: AppServer, threadId: string, sawWork = true): Promise<void> {
  if (sawWork) await endCommands(server, threadId);
  server.openThreads.delete(threadId);
  // Whether the server has let it go is of no account.
  server.request('thread/unsubscribe', { threadId }).catch(() => undefined);
}

async function opened(
  server: AppServer,
  turn: TurnFrame & { readonly open: () => Promise<string>; readonly observe: TurnObserver },
): Promise<string | TurnEvidence | StartFailure> {
  const { stop, observe } = turn;
  try {
    return await stop.race(turn.open());
  } catch (error) {
    if (error instanceof RpcError) {
      const unknown = unknownMethod(error, 'thread/start');
      if (unknown !== null) return noMethod(unknown, server.version);
      return withoutThread(server, error.native, { observe }, turn);
    }
    if (error instanceof ThreadRejectedError) return error.failure;
    if (error instanceof ConnectionClosed) return withoutThread(server, null, { observe }, turn);
    // A server that leaves so simple a request unanswered until a limit is over answers nobody.
    if (stop.cause?.kind === 'timeout') await server.stop();
    throw error;
  }
}

async function turnOf(server: AppServer, threadId: string, request: TurnRequest): Promise<string | null> {
  const { command, wireSchema, additionalContext } = request;
  const params = {
    threadId,
    input: turnInput(command.prompt, command.options.images ?? [], request.cwd),
    ...(additionalContext === undefined ? {} : { additionalContext }),
  };
  const raw = wireSchema === null ? {} : { outputSchema: wireSchema };
  return turnIdIn(await startTurn(server, params, raw));
}

async function reviewOf(server: AppServer, threadId: string, command: ReviewCommand): Promise<string | null> {
  return turnIdIn(await startReview(server, { threadId, target: reviewTarget(command) }));
}

function reviewTarget({ target, prompt }: ReviewCommand): protocol.ReviewTarget {
  switch (target.kind) {
    case 'uncommitted':
      return { type: 'uncommittedChanges' };
    case 'base':
      return { type: 'baseBranch', branch: target.branch };
    case 'commit':
      return { type: 'commit', sha: target.sha, title: target.title ?? null };
    case 'custom':
      return { type: 'custom', instructions: prompt };
  }
}

/** Of the answer to `turn/start` or `review/start`. */
export function turnIdIn(result: Readonly<Record<string, unknown>>): string | null {
  return stringOf(fieldsOf(result['turn'])?.['id']);
}
