import { setMaxListeners } from 'node:events';

/** A signal that is aborted with any of others, or by itself; the first reason stands. */
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

  /** Lets go of the others, which may live on for long. (`AbortSignal.any` never does in Node 20.) */
  release(): void {
    for (const leave of this.#leave.splice(0)) leave();
  }

  #follow(signal: AbortSignal): void {
    const abort = () => this.#controller.abort(signal.reason);
    if (signal.aborted) {
      abort();
      return;
    }
    // One signal may well abort a hundred runs: that is no leak.
    setMaxListeners(0, signal);
    signal.addEventListener('abort', abort, { once: true });
    this.#leave.push(() => signal.removeEventListener('abort', abort));
  }
}
