import type { ReviewCommand } from '../../codex/command.js';
import { notStarted } from '../../codex/not-started.js';
import type { StartFailure, TurnObserver, TurnRequest } from '../../codex/turn-request.js';
import type { ThreadEvent } from '../../events/event.js';
import { TurnAccumulator } from '../../events/turn-accumulator.js';
import { fieldsOf, stringOf } from '../../json/fields.js';
import type { TurnEvidence } from '../../outcome/evidence.js';
import type * as protocol from '../generated/protocol.js';
import { ConnectionClosed, RpcError } from '../protocol/rpc-error.js';
import type { AppServer } from '../server/server.js';
import { noMethod, unknownMethod } from '../server/unsupported.js';
import { openThread, ThreadRejectedError } from '../thread/open-thread.js';
import { endCommands, startReview, startTurn } from '../thread/thread-requests.js';
import { turnInput } from '../thread/thread-settings.js';
import { driveTurn, type TurnCall } from './drive-turn.js';
import type { TurnDeadline } from './turn-deadline.js';

interface TurnFrame {
  readonly stop: TurnDeadline;
  /** `performance.now()` when the turn was requested. */
  readonly startedAt: number;
}

interface ThreadTurn extends TurnFrame, Omit<TurnCall, 'threadId' | 'start' | 'stderrMark'> {
  /** Starts, resumes or forks the thread if it is not open yet, and returns its id. */
  readonly open: () => Promise<string>;
  readonly start: (threadId: string) => Promise<string | null>;
}

/**
 * Opens the thread, waits for its earlier turns, and runs one turn.
 *
 * @throws {TurnStoppedError} if the turn is stopped before it has started
 */
export async function runThreadTurn(
  server: AppServer,
  turn: ThreadTurn,
): Promise<TurnEvidence | StartFailure> {
  const stderrMark = server.markStderr();
  const threadId = await openOrFail(server, turn, stderrMark);
  if (typeof threadId !== 'string') return threadId;
  const release = await server.locks.acquire(threadId, turn.stop);
  try {
    return await driveTurn(server, { ...turn, threadId, stderrMark, start: () => turn.start(threadId) });
  } finally {
    release();
  }
}

/**
 * Runs one command. Its thread is closed afterwards, or when its lease is released.
 *
 * @param kept - the id of the command's thread, if an earlier turn has opened it; `onOpen` is called otherwise
 */
export async function runCommand(
  server: AppServer,
  request: TurnRequest,
  frame: TurnFrame,
  { kept, onOpen }: { readonly kept: string | null; readonly onOpen: (threadId: string) => void },
): Promise<TurnEvidence | StartFailure> {
  const { command, cwd, limits, observe, threadLease } = request;
  const leaveGate = kept === null ? await server.starts.enter(frame.stop) : () => {};
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
        return answered.finally(leaveGate);
      },
      limits,
      observe,
      ...frame,
    });
    sawWork = 'kind' in result || result.turn.sawWork;
    return result;
  } finally {
    leaveGate();
    if (threadId !== null) {
      if (threadLease === undefined) await leaveThread(server, threadId, sawWork);
      else if (sawWork) await endCommands(server, threadId);
    }
  }
}

/** Closes a thread and stops its commands, as the exit of `codex exec` does. */
export async function leaveThread(server: AppServer, threadId: string, sawWork = true): Promise<void> {
  if (sawWork) await endCommands(server, threadId);
  server.openThreads.delete(threadId);
  server.models.delete(threadId);
  // The response does not matter.
  server.request('thread/unsubscribe', { threadId }).catch(() => undefined);
}

async function openOrFail(
  server: AppServer,
  turn: TurnFrame & { readonly open: () => Promise<string>; readonly observe: TurnObserver },
  stderrMark: number,
): Promise<string | TurnEvidence | StartFailure> {
  const { stop, observe } = turn;
  try {
    return await stop.race(turn.open());
  } catch (error) {
    if (error instanceof RpcError) {
      const unknown = unknownMethod(error, 'thread/start');
      if (unknown !== null) return noMethod(unknown, server.version);
      return withoutThread(server, error.native, { observe }, { ...turn, stderrMark });
    }
    if (error instanceof ThreadRejectedError) return error.failure;
    if (error instanceof ConnectionClosed)
      return withoutThread(server, null, { observe }, { ...turn, stderrMark });
    // A server that does not answer this request within the time limit is unusable for all turns.
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

/** Returns the turn id in the result of `turn/start` or `review/start`. */
export function turnIdIn(result: Readonly<Record<string, unknown>>): string | null {
  return stringOf(fieldsOf(result['turn'])?.['id']);
}

/**
 * Returns the evidence of a turn without a thread, and reports its events to the observer.
 *
 * @param native - the error with which the app server rejected the thread; null if the app server exited
 */
function withoutThread(
  server: AppServer,
  native: Readonly<Record<string, unknown>> | null,
  { observe }: Pick<TurnRequest, 'observe'>,
  { stop, startedAt, stderrMark }: TurnFrame & { readonly stderrMark: number },
): TurnEvidence {
  const accumulator = new TurnAccumulator(server.redact);
  const events: ThreadEvent[] = native === null ? [] : [{ type: 'turn.failed', error: native }];
  for (const event of events) {
    accumulator.add(event);
    observe.onBytes?.(Buffer.from(`${JSON.stringify(event)}\n`));
    observe.onEvent?.(event);
  }
  return {
    ...notStarted(stop.cause, startedAt, server.version),
    turn: accumulator.state(),
    events: observe.keepEvents ? events : [],
    exitCode: server.exit?.exitCode ?? null,
    signal: server.exit?.signal ?? null,
    stderr: server.stderrSince(stderrMark),
    ...(native === null && stop.cause === null ? { serverEnded: true } : {}),
  };
}
