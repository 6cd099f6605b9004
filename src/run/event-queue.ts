import type { ThreadEvent } from '../events/event.js';

/** Events that wait to be read by one reader; once it has left, they are dropped. */
export class EventQueue {
  #waiting: ThreadEvent[] = [];
  #ended = false;
  #left = false;
  #wake: () => void = () => undefined;

  push(event: ThreadEvent): void {
    if (this.#left) return;
    this.#waiting.push(event);
    this.#wake();
  }

  end(): void {
    this.#ended = true;
    this.#wake();
  }

  async *drain(): AsyncGenerator<ThreadEvent, void, void> {
    try {
      while (true) {
        const ready = this.#waiting;
        this.#waiting = [];
        yield* ready;
        if (this.#waiting.length > 0) continue;
        if (this.#ended) return;
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
        });
      }
    } finally {
      this.#left = true;
      this.#waiting = [];
    }
  }
}
