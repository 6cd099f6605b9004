import { Supervisor } from '../../codex/process/supervise.js';
import type { TurnLimits } from '../../codex/turn-request.js';
import type { StopCause } from '../../outcome/evidence.js';

/** Thrown by {@link TurnDeadline.race} when the turn is stopped. */
export class TurnStoppedError extends Error {
  override readonly name = 'TurnStoppedError';
}

/** The limits and the abort of one turn, from before the start of its server until its terminal event. */
export class TurnDeadline {
  /** Aborted when the turn is stopped. */
  readonly signal: AbortSignal;
  readonly #supervisor: Supervisor;
  readonly #controller = new AbortController();

  constructor(limits: TurnLimits, startedAt: number, signal: AbortSignal | undefined) {
    this.signal = this.#controller.signal;
    this.#supervisor = new Supervisor({
      limits,
      elapsedMs: performance.now() - startedAt,
      stop: () => this.end(),
      ...(signal === undefined ? {} : { signal }),
    });
  }

  /** Which limit stopped the turn, or that the caller did; null otherwise. */
  get cause(): StopCause | null {
    return this.#supervisor.cause;
  }

  /** Restarts the idle timeout: the app server has sent something about this turn. */
  touch(): void {
    this.#supervisor.touch();
  }

  /** Pauses the idle timeout until the returned function is called. */
  pause(): () => void {
    return this.#supervisor.pause();
  }

  /** Stops the turn without a cause. */
  end(): void {
    this.#controller.abort();
  }

  /** Cancels all limits. */
  release(): void {
    this.#supervisor.release();
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
