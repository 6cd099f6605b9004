import { Supervisor } from '../../codex/process/supervisor.js';
import type { TurnLimits } from '../../codex/turn-request.js';
import { definedOnly } from '../../json/defined-only.js';

/** Thrown by {@link TurnDeadline.race} when the turn is stopped. */
export class TurnStoppedError extends Error {
  override readonly name = 'TurnStoppedError';
}

/** The limits and the abort of one turn, from before the start of its server until its terminal event. */
export class TurnDeadline extends Supervisor {
  /** Aborted when the turn is stopped. */
  readonly signal: AbortSignal;
  readonly #controller: AbortController;

  constructor(limits: TurnLimits, startedAt: number, signal: AbortSignal | undefined) {
    const controller = new AbortController();
    const elapsedMs = performance.now() - startedAt;
    super({ limits, elapsedMs, stop: () => controller.abort(), ...definedOnly({ signal }) });
    this.#controller = controller;
    this.signal = controller.signal;
  }

  /** Stops the turn without a cause. */
  end(): void {
    this.#controller.abort();
  }

  /** Waits for the promise. @throws {TurnStoppedError} if the turn is stopped first */
  race<T>(promise: Promise<T>): Promise<T> {
    const { signal } = this;
    return new Promise<T>((resolve, reject) => {
      const stopped = () => reject(new TurnStoppedError());
      if (signal.aborted) stopped();
      signal.addEventListener('abort', stopped, { once: true });
      promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stopped));
    });
  }
}
