import { setMaxListeners } from 'node:events';

/** A signal that is aborted by `abort` or when one of several others is aborted, with the first reason. */
export class LinkedAbort {
  readonly #controller = new AbortController();
  readonly #leave: (() => void)[] = [];

  constructor(signals: readonly (AbortSignal | undefined)[]) {
    for (const signal of signals) if (signal !== undefined) this.#follow(signal);
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  abort(): void {
    this.#controller.abort();
  }

  /** Removes the listeners on the other signals, which may live long. (`AbortSignal.any` in Node 20 never does.) */
  release(): void {
    for (const leave of this.#leave.splice(0)) leave();
  }

  #follow(signal: AbortSignal): void {
    const abort = () => this.#controller.abort(signal.reason);
    if (signal.aborted) {
      abort();
      return;
    }
    // One signal may abort a hundred runs, so Node's warning about a leak would be wrong.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', abort, { once: true });
    this.#leave.push(() => signal.removeEventListener('abort', abort));
  }
}
