import type { AnswerServerRequest, ServerRequest } from '../../app-server/server/server-requests.js';
import { type CallbackGuard, emitCallbackWarning } from '../callback-guard.js';

/** A running turn. The id of its thread is null until codex has opened the thread. */
export interface RunningTurn {
  readonly host: CallbackGuard;
  readonly thread: { readonly id: string | null };
}

/** The running turns of one server, which fail with the errors of the server's callbacks. */
export class RunningTurns {
  readonly #turns = new Set<RunningTurn>();

  /** Adds a turn; the returned function removes it. */
  enter(turn: RunningTurn): () => void {
    this.#turns.add(turn);
    return () => void this.#turns.delete(turn);
  }

  /** Fails every running turn if a promise that a callback has returned rejects. */
  track(returned: Promise<unknown>): void {
    for (const { host } of this.#turns) host.track(returned);
    if (this.#turns.size === 0) returned.catch(emitCallbackWarning);
  }

  /** Fails the turns of that thread, or all turns if none is of that thread; emits a warning if no turn is running. */
  fail(error: unknown, threadId: string | null): void {
    const all = [...this.#turns];
    const ofThread = all.filter(({ thread }) => thread.id !== null && thread.id === threadId);
    for (const { host } of ofThread.length > 0 ? ofThread : all) host.fail(error);
    if (all.length === 0) emitCallbackWarning(error);
  }
}

/** Calls `failed` when the callback throws; codex then gets an error response. */
export function withFailureListener(
  answer: AnswerServerRequest | undefined,
  failed: (error: unknown, request: ServerRequest) => void,
): AnswerServerRequest | undefined {
  if (answer === undefined) return undefined;
  return async (request) => {
    try {
      return await answer(request);
    } catch (error) {
      failed(error, request);
      throw error;
    }
  };
}
