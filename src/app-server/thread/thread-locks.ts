import type { TurnDeadline } from '../turn/turn-deadline.js';

/** Allows one turn per thread at a time, since a second one would steer the first. */
export class ThreadLocks {
  readonly #tails = new Map<string, Promise<void>>();

  /**
   * Waits until the earlier turns of the thread have called the returned function.
   *
   * @throws {TurnStoppedError} if the turn is stopped first
   */
  async acquire(threadId: string, stop: TurnDeadline): Promise<() => void> {
    const before = this.#tails.get(threadId) ?? Promise.resolve();
    let done = () => {};
    const mine = new Promise<void>((resolve) => {
      done = resolve;
    });
    const tail = before.then(() => mine);
    this.#tails.set(threadId, tail);
    const release = () => {
      done();
      if (this.#tails.get(threadId) === tail) this.#tails.delete(threadId);
    };
    try {
      await stop.race(before);
    } catch (error) {
      release();
      throw error;
    }
    return release;
  }
}
