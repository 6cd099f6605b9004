import type { StopCause } from '../../outcome/evidence.js';
import { Supervisor } from '../process/supervise.js';
import type { TurnLimits } from '../transport.js';

/** Thrown by {@link TurnStop.orStopped}: the turn is to end, whatever was being waited for. */
export class TurnStopped extends Error {
  override readonly name = 'TurnStopped';
}

/** The limits and the abort of one turn, from before its server is there until its terminal event. */
export class TurnStop {
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
  heard(): void {
    this.#supervisor.heard();
  }

  /** The app server waits for us: until the returned function is called the idle limit does not count. */
  hold(): () => void {
    return this.#supervisor.hold();
  }

  /** Ends it without a cause of its own. */
  end(): void {
    this.#controller.abort();
  }

  /** No limit counts any more. */
  release(): void {
    this.#supervisor.release();
  }

  /** @throws {TurnStopped} where the turn is to end first */
  orStopped<T>(promise: Promise<T>): Promise<T> {
    const { signal } = this;
    return new Promise<T>((resolve, reject) => {
      const stopped = () => reject(new TurnStopped());
      if (signal.aborted) stopped();
      signal.addEventListener('abort', stopped, { once: true });
      promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', stopped));
    });
  }
}
