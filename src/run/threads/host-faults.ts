import type { AnswerServerRequest, ServerRequest } from '../../app-server/server/server-requests.js';
import { type CallbackGuard, emitCallbackWarning } from '../callback-guard.js';

/** A turn under way, and its thread, whose id is not known from the beginning. */
export interface HostedTurn {
  readonly host: CallbackGuard;
  readonly thread: { readonly id: string | null };
}

/** The turns of one server, for what callbacks of the whole server throw. */
export class HostedTurns {
  readonly #turns = new Set<HostedTurn>();

  /** The turn runs until the returned function is called. */
  enter(turn: HostedTurn): () => void {
    this.#turns.add(turn);
    return () => void this.#turns.delete(turn);
  }

  /** Watches what a callback of the server has returned, for every turn that runs. */
  track(returned: Promise<unknown>): void {
    for (const { host } of this.#turns) host.track(returned);
    if (this.#turns.size === 0) returned.catch(emitCallbackWarning);
  }

  /** Ends the turns of that thread, or all if it is about none of them; a warning of the process if none runs. */
  fail(error: unknown, threadId: string | null): void {
    const all = [...this.#turns];
    const ofThread = all.filter(({ thread }) => thread.id !== null && thread.id === threadId);
    for (const { host } of ofThread.length > 0 ? ofThread : all) host.fail(error);
    if (all.length === 0) emitCallbackWarning(error);
  }
}

/** The same answers; what is thrown is reported, and codex gets an error as its answer. */
export function reporting(
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
