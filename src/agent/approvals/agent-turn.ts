import type { Outcome } from '../../outcome/outcome.js';
import type { TurnInput, TurnOptions } from '../../run/app-server/options.js';
import type { AppServerThread } from '../../run/app-server/thread.js';
import type { AppServerTurn } from '../../run/app-server/turn.js';
import { emitCallbackWarning } from '../../run/callback-guard.js';
import type { TurnSandbox } from '../sandbox/turn-sandbox.js';
import type { ActiveTurn } from './execute-decision.js';

/** A turn of a task, until its outcome. */
export class AgentTurn implements ActiveTurn {
  readonly turn: AppServerTurn<unknown>;
  readonly #over = new AbortController();
  #fault: { readonly error: unknown } | null = null;

  constructor(
    thread: AppServerThread<unknown>,
    input: TurnInput,
    options: TurnOptions,
    private readonly sandboxNow: () => TurnSandbox,
  ) {
    // The overloads of a thread tell the answer's type; here it is not known.
    const start = thread.turn.bind(thread) as (
      input: TurnInput,
      options: TurnOptions,
    ) => AppServerTurn<unknown>;
    this.turn = start(input, { ...options, startSandbox: () => this.sandbox.start });
  }

  get sandbox(): TurnSandbox {
    return this.sandboxNow();
  }

  get ended(): AbortSignal {
    return this.#over.signal;
  }

  /** The host's own code threw: what it was to decide about must not happen. */
  fail(error: unknown): void {
    if (this.#over.signal.aborted) {
      emitCallbackWarning(error);
      return;
    }
    this.#fault ??= { error };
    this.turn.interrupt().catch(() => undefined);
  }

  async outcome(): Promise<Outcome<unknown>> {
    try {
      const outcome = await this.turn.outcome;
      if (this.#fault !== null) throw this.#fault.error;
      return outcome;
    } finally {
      this.#over.abort();
    }
  }
}
