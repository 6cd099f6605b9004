import { setMaxListeners } from 'node:events';
import type { StopReason } from './summary-accumulator.js';

/** When a batch takes no more tasks, and when what runs is aborted; the first reason stands. */
export class BatchCancellation {
  reason: StopReason | null = null;
  readonly #closing = new AbortController();
  readonly #aborting = new AbortController();
  readonly #leave: (() => void)[] = [];

  constructor() {
    // One signal may well abort a hundred tasks: that is no leak.
    setMaxListeners(0, this.#aborting.signal);
  }

  /** Aborted: no further tasks are taken. */
  get stopSignal(): AbortSignal {
    return this.#closing.signal;
  }

  /** Aborted: what runs is aborted. */
  get abortSignal(): AbortSignal {
    return this.#aborting.signal;
  }

  /** Whether the reason is a new one. */
  stop(reason: StopReason): boolean {
    const isFirst = this.reason === null;
    this.reason ??= reason;
    this.#closing.abort();
    return isFirst;
  }

  abort(cause?: unknown): void {
    this.stop('signal');
    this.#aborting.abort(cause);
  }

  /** Heeds the caller's signals until `leave`. */
  linkSignals(stop: AbortSignal | undefined, abort: AbortSignal | undefined): void {
    this.#follow(stop, () => void this.stop('signal'));
    this.#follow(abort, () => this.abort(abort?.reason));
  }

  unlinkSignals(): void {
    for (const leave of this.#leave.splice(0)) leave();
  }

  #follow(signal: AbortSignal | undefined, act: () => void): void {
    if (signal === undefined) return;
    if (signal.aborted) act();
    signal.addEventListener('abort', act, { once: true });
    this.#leave.push(() => signal.removeEventListener('abort', act));
  }
}
