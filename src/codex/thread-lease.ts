/**
 * Keeps what further turns of the same thread need beyond the end of one turn: the thread open, its server up.
 * Whoever makes the turns releases it when no more come.
 */
export class ThreadLease {
  readonly #cleanups: (() => Promise<void>)[] = [];

  /** @param cleanup - what the end of the turn would have done */
  onRelease(cleanup: () => Promise<void>): void {
    this.#cleanups.push(cleanup);
  }

  /** Latest first: a thread is left before its server ends. */
  async release(): Promise<void> {
    for (const cleanup of this.#cleanups.splice(0).reverse()) await cleanup();
  }
}
