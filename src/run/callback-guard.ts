import { startTimer } from '../transports/process/timer.js';
import { LinkedAbort } from './linked-abort.js';

/** How long promises that callbacks returned may still take when the run is over. */
const LATE_MS = 5_000;

/**
 * The callbacks of the caller during one run, under one rule: what a callback throws, or what a promise that
 * it returns rejects with, ends the run, and the run's own promise rejects with it. It is never an unhandled
 * rejection, and never lost: what comes when the run is over is a warning of the process.
 */
export class CallbackGuard {
  readonly #abort: LinkedAbort;
  readonly #pending = new Set<Promise<void>>();
  #fault: { readonly error: unknown } | null = null;
  #isOver = false;

  constructor(...signals: readonly (AbortSignal | undefined)[]) {
    this.#abort = new LinkedAbort(signals);
  }

  /** Aborted if a callback failed, or with the signals that it follows; its reason is that of the first. */
  get signal(): AbortSignal {
    return this.#abort.signal;
  }

  /** The callback under the rule; it is not called any more once one has failed. */
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

  /** Code of the caller failed. */
  fail(error: unknown): void {
    const isFirst = this.#fault === null;
    this.#fault ??= { error };
    // The one warning is enough where each of a thousand promises rejects.
    if (this.#isOver && isFirst) emitCallbackWarning(error);
    this.#abort.abort();
  }

  /**
   * Runs the work, and finishes.
   *
   * @throws what the first callback that failed has thrown
   */
  async run<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } finally {
      await this.finish();
    }
  }

  /**
   * The run is over. Promises that callbacks returned are waited for a while.
   *
   * @throws what the first callback that failed has thrown
   */
  async finish(): Promise<void> {
    await this.#pendingSettled();
    this.#isOver = true;
    this.#abort.release();
    if (this.#fault !== null) throw this.#fault.error;
  }

  /** Takes what a callback of several runs at once has returned under the rule of this one too. */
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
    let cancel = () => {};
    const late = new Promise<void>((resolve) => {
      cancel = startTimer(LATE_MS, resolve);
      this.signal.addEventListener('abort', () => resolve(), { once: true });
    });
    await Promise.race([Promise.all(this.#pending), late]);
    cancel();
  }
}

/** A callback that belongs to no run: what it throws, or rejects with, is a warning of the process. */
export function warnOnFailure<A extends readonly unknown[]>(
  callback: (...args: A) => unknown,
): (...args: A) => void {
  return (...args) => {
    new Promise((resolve) => resolve(callback(...args))).catch(emitCallbackWarning);
  };
}

/** Nobody is left whose promise could reject. */
export function emitCallbackWarning(error: unknown): void {
  const warning = new Error(`A callback failed, and no run is left to end for it: ${textOf(error)}`, {
    cause: error,
  });
  warning.name = 'CodexStructuredWarning';
  process.emitWarning(warning);
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof value === 'object' && value !== null && 'then' in value && typeof value.then === 'function';
}

/** Anything can be thrown, also what cannot be put into words. */
function textOf(error: unknown): string {
  try {
    return error instanceof Error ? error.message : String(error);
  } catch {
    return 'an error without a message';
  }
}
