import { LinkedAbort } from '../platform/time/linked-abort.js';
import { waitAtMost } from '../platform/time/wait-at-most.js';

/** How long the end of a run waits for promises that callbacks returned. */
const LATE_MS = 5_000;

/**
 * Guards the caller's callbacks during a run. If a callback throws, or a promise that it returns rejects, the run is
 * ended and its own promise rejects with that error. It never becomes an unhandled rejection; an error after the end
 * of the run becomes a process warning.
 */
export class CallbackGuard {
  readonly #abort: LinkedAbort;
  readonly #pending = new Set<Promise<void>>();
  #fault: { readonly error: unknown } | null = null;
  #isOver = false;

  constructor(...signals: readonly (AbortSignal | undefined)[]) {
    this.#abort = new LinkedAbort(signals);
  }

  /** Aborted when a callback fails or one of the given signals is aborted; the first reason stands. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** Returns the guarded callback, which does nothing once any callback has failed. */
  wrap<A extends readonly unknown[]>(callback: (...args: A) => unknown): (...args: A) => void {
    return (...args) => {
      if (this.#fault !== null) return;
      try {
        this.track(callback(...args));
      } catch (error) {
        this.fail(error);
      }
    };
  }

  /** Records an error of the caller's code and ends the run. */
  fail(error: unknown): void {
    const isFirst = this.#fault === null;
    this.#fault ??= { error };
    // One warning is enough, even if a thousand promises reject.
    if (this.#isOver && isFirst) emitCallbackWarning(error);
    this.#abort.abort();
  }

  /**
   * Runs the work, then finishes.
   *
   * @throws the error of the first callback that failed
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      await this.finish();
    }
  }

  /**
   * Ends the guard after waiting up to 5 s for promises that callbacks returned.
   *
   * @throws the error of the first callback that failed
   */
  async finish(): Promise<void> {
    await this.#pendingSettled();
    this.#isOver = true;
    this.#abort.release();
    if (this.#fault !== null) throw this.#fault.error;
  }

  /** Guards a promise returned by a callback that several runs share. */
  track(returned: unknown): void {
    if (!isThenable(returned)) return;
    const settled = Promise.resolve(returned).then(
      () => undefined,
      (error: unknown) => this.fail(error),
    );
    this.#pending.add(settled);
    void settled.then(() => this.#pending.delete(settled));
  }

  async #pendingSettled(): Promise<void> {
    if (this.#pending.size === 0 || this.signal.aborted) return;
    await waitAtMost(Promise.all(this.#pending), LATE_MS, this.signal);
  }
}

/** Wraps a callback that belongs to no run: its errors become process warnings. */
export function warnOnFailure<A extends readonly unknown[]>(
  callback: (...args: A) => unknown,
): (...args: A) => void {
  return (...args) => {
    new Promise((resolve) => resolve(callback(...args))).catch(emitCallbackWarning);
  };
}

/** Reports a callback's error after its run, when no promise is left to reject. */
export function emitCallbackWarning(error: unknown): void {
  const warning = new Error(`A callback failed outside of a run: ${textOf(error)}`, {
    cause: error,
  });
  warning.name = 'CodexStructuredWarning';
  process.emitWarning(warning);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** A thrown value may even fail to convert to a string. */
function textOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return 'an error without a message';
  }
}
