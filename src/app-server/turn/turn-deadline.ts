import { Supervisor } from '../../codex/process/supervise.js';
import type { TurnLimits } from '../../codex/turn-request.js';
import type { StopCause } from '../../outcome/evidence.js';

/** Thrown by {@link TurnDeadline.race}: the turn is to end, whatever was being waited for. */
export class TurnStoppedError extends Error {
  override readonly name = 'TurnStoppedError';
}

/** The limits and the abort of one turn, from before its server is there until its terminal event. */
export class TurnDeadline {
  /** Aborted when the turn is to end. */
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

  /** Why it ended, where a limit or the caller ended it. */
  get cause(): StopCause | null {
    return this.#supervisor.cause;
  }

  /** The app server said something about this turn. */
  touch(): void {
    this.#supervisor.touch();
  }

  /** The app server waits for us: until the returned function is called the idle limit does not count. */
  pause(): () => void {
    return this.#supervisor.pause();
  }

  /** Ends it without a cause of its own. */
  end(): void {
    this.#controller.abort();
  }

  /** No limit counts any more. */
  release(): void {
    this.#supervisor.release();
  }

  /** @throws {TurnStoppedError} where the turn is to end first */
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
