/**
 * Keeps a thread and its server open between turns. The caller releases it after the last turn of the thread.
 */
export class ThreadLease {
  readonly #cleanups: (() => Promise<void>)[] = [];

  /** @param cleanup - what would otherwise run at the end of the turn */
  onRelease(cleanup: () => Promise<void>): void {
    this.#cleanups.push(cleanup);
  }

  /** Runs the latest cleanup first, so that a thread is closed before its server stops. */
  async release(): Promise<void> {
    for (const cleanup of this.#cleanups.splice(0).reverse()) await cleanup();
  }
}
