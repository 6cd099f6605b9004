import type { ThreadEvent } from '../events/event.js';

/** Unread events take at most about this many bytes; beyond that, they are dropped. */
const MAX_UNREAD_BYTES = 32 * 1024 * 1024;

/** The events of a run in order, until its end or until the reader leaves. */
export type EventIterator = AsyncIterableIterator<ThreadEvent, void, void>;

type Read = IteratorResult<ThreadEvent, void>;

interface Unread {
  readonly event: ThreadEvent;
  readonly bytes: number;
}

interface Waiting {
  readonly resolve: (read: Read) => void;
  readonly reject: (error: unknown) => void;
}

const DONE: Read = { done: true, value: undefined };

/**
 * Keeps the events of a run for one reader. Memory is bounded even if nobody reads: events beyond the limit are
 * dropped, and a later reader gets an error in their place.
 */
export class EventQueue {
  #unread: Unread[] = [];
  /** The index of the next event; shifting a long array for each event would be slow. */
  #at = 0;
  #bytes = 0;
  #dropped = 0;
  #waiting: Waiting[] = [];
  #ending: { readonly error: unknown } | 'well' | null = null;
  #isLeft = false;
  #isRead = false;

  /**
   * @param leave - called when the reader leaves; ends the run, and resolves once it has ended
   */
  constructor(
    private readonly leave: () => Promise<unknown>,
    private readonly maxBytes = MAX_UNREAD_BYTES,
  ) {}

  push(event: ThreadEvent): void {
    if (this.#isLeft || this.#ending !== null) return;
    const waiting = this.#waiting.shift();
    if (waiting !== undefined) {
      waiting.resolve({ done: false, value: event });
      return;
    }
    const bytes = bytesOf(event);
    if (this.#dropped === 0 && this.#bytes + bytes <= this.maxBytes) {
      this.#unread.push({ event, bytes });
      this.#bytes += bytes;
    } else {
      this.#dropped += 1 + this.#unread.length - this.#at;
      this.#forget();
    }
  }

  /** Ends the queue; with an error, the reader gets it after the unread events. */
  end(failure?: { readonly error: unknown }): void {
    if (this.#ending !== null) return;
    this.#ending = failure ?? 'well';
    for (const waiting of this.#waiting.splice(0)) this.#finish(waiting);
  }

  /** @throws {TypeError} if called twice: two readers would each miss events */
  read(): EventIterator {
    if (this.#isRead) {
      throw new TypeError('The events can be iterated only once. Keep the iterator, or collect the events.');
    }
    this.#isRead = true;
    const iterator: EventIterator & AsyncDisposable = {
      next: () => this.#next(),
      return: async () => {
        await this.#leave();
        return DONE;
      },
      throw: async (error: unknown) => {
        await this.#leave();
        throw error;
      },
      [Symbol.asyncIterator]: () => iterator,
      [Symbol.asyncDispose]: () => this.#leave(),
    };
    return iterator;
  }

  #next(): Promise<Read> {
    if (this.#dropped > 0) return this.#failBehind();
    const next = this.#unread[this.#at];
    if (next !== undefined) {
      this.#at += 1;
      this.#bytes -= next.bytes;
      if (this.#at === this.#unread.length) this.#forget();
      else if (this.#at > 1024 && this.#at * 2 > this.#unread.length) {
        this.#unread = this.#unread.slice(this.#at);
        this.#at = 0;
      }
      return Promise.resolve({ done: false, value: next.event });
    }
    if (this.#isLeft) return Promise.resolve(DONE);
    return new Promise((resolve, reject) => {
      const waiting = { resolve, reject };
      if (this.#ending === null) this.#waiting.push(waiting);
      else this.#finish(waiting);
    });
  }

  /** A loop does not call `return` if its iterator throws, so the run is ended here. */
  async #failBehind(): Promise<Read> {
    const dropped = this.#dropped;
    await this.#leave();
    throw new Error(
      `${dropped} events were dropped because they were not read in time. Iterate the events as soon as the run starts, or use only 'outcome'.`,
    );
  }

  /** The error is thrown once; after it the queue is done. */
  #finish({ resolve, reject }: Waiting): void {
    const ending = this.#ending;
    this.#ending = 'well';
    if (ending === null || ending === 'well') resolve(DONE);
    else reject(ending.error);
  }

  async #leave(): Promise<void> {
    this.#isLeft = true;
    this.#dropped = 0;
    this.#forget();
    for (const { resolve } of this.#waiting.splice(0)) resolve(DONE);
    await this.leave();
  }

  #forget(): void {
    this.#unread = [];
    this.#at = 0;
    this.#bytes = 0;
  }
}

/** Estimates the memory of an event. Without recursion, since the model may nest values deeply. */
function bytesOf(event: ThreadEvent): number {
  let bytes = 0;
  const rest: unknown[] = [event];
  while (rest.length > 0) {
    const value = rest.pop();
    if (typeof value === 'string') bytes += 32 + 2 * value.length;
    else if (typeof value !== 'object' || value === null) bytes += 16;
    else {
      bytes += 64;
      for (const member of Object.values(value)) rest.push(member);
    }
  }
  return bytes;
}
