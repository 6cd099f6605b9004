import type { TurnDeadline } from '../turn/turn-deadline.js';

/** One turn a thread at a time: a second one would steer the first. */
export class ThreadLocks {
  readonly #tails = new Map<string, Promise<void>>();

  /**
   * Waits for its turn on the thread; the returned function lets the next one go on.
   *
   * @throws {TurnStopped} where the turn is to end before its time has come
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
