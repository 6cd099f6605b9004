export interface ConcurrencyOptions<I, R> {
  /** Called with each item, in order; null if the item has no result. */
  readonly start: (item: I) => Promise<R | null> | null;
  /** The maximum number of items that run at once. */
  readonly concurrency: number;
  /** The maximum number of results that wait to be taken, or for earlier ones. */
  readonly maxWaitingResults: number;
  /** Yield the results in the order of the items. */
  readonly ordered: boolean;
  /** Once aborted, no more items are taken from the source. */
  readonly stopSignal: AbortSignal;
  /** Aborts the running items: nobody wants their results anymore. */
  readonly abort: () => void;
}

/**
 * Runs the items of a source, several at once. An item is requested only when it can run immediately and there is
 * room for its result, even while nobody takes results.
 *
 * An error of the source or of `start` is thrown once the running items have finished and their results were taken.
 */
export async function* mapConcurrently<I, R>(
  source: AsyncIterable<I>,
  options: ConcurrencyOptions<I, R>,
): AsyncGenerator<R> {
  const { stopSignal, abort } = options;
  const run = new ConcurrentRun(source, options);
  stopSignal.addEventListener('abort', run.advance);
  try {
    run.advance();
    while (true) {
      const result = run.takeResult();
      if (result !== undefined) yield result;
      else if (run.isFinished) break;
      else await run.nextChange();
    }
    run.throwIfFailed();
  } finally {
    if (run.running > 0) abort();
    while (run.running > 0) await run.nextChange();
    stopSignal.removeEventListener('abort', run.advance);
    await run.closeSource();
  }
}

class ConcurrentRun<I, R> {
  running = 0;
  readonly #source: AsyncIterator<I>;
  /** Finished results by the number of their item; null if it has none. */
  readonly #finished = new Map<number, R | null>();
  #started = 0;
  #yielded = 0;
  #isRequesting = false;
  #isExhausted = false;
  #isClosed = false;
  #failure: { readonly error: unknown } | null = null;
  #wake = () => {};

  constructor(
    source: AsyncIterable<I>,
    private readonly options: ConcurrencyOptions<I, R>,
  ) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Nothing runs, and no more items follow. Once stopped, a source that does not answer is not waited for. */
  get isFinished(): boolean {
    const noMore = this.#isExhausted || this.#failure !== null || this.options.stopSignal.aborted;
    return noMore && this.running === 0 && (!this.#isRequesting || this.options.stopSignal.aborted);
  }

  /** Resolves at the next change. */
  nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Requests the next item if possible, and resolves `nextChange`. */
  readonly advance = (): void => {
    this.#wake();
    const { stopSignal, concurrency, maxWaitingResults } = this.options;
    if (this.#isRequesting || this.#isExhausted || this.#failure !== null || stopSignal.aborted) return;
    if (this.running >= concurrency) return;
    if (this.running + this.#finished.size >= concurrency + maxWaitingResults) return;
    this.#isRequesting = true;
    this.#source.next().then(
      (next) => {
        this.#isRequesting = false;
        if (next.done === true) this.#isExhausted = true;
        // An item that arrives after the end is dropped.
        else if (!this.#isClosed) this.#start(next.value);
        this.advance();
      },
      (error: unknown) => {
        this.#isRequesting = false;
        this.#isExhausted = true;
        this.#failure ??= { error };
        this.advance();
      },
    );
  };

  /** Returns the next result that may be yielded, or undefined if there is none now. */
  takeResult(): R | undefined {
    while (true) {
      const number = this.options.ordered ? this.#yielded : this.#finished.keys().next().value;
      const result = number === undefined ? undefined : this.#finished.get(number);
      if (number === undefined || result === undefined) return undefined;
      this.#finished.delete(number);
      this.#yielded += 1;
      this.advance();
      if (result !== null) return result;
    }
  }

  throwIfFailed(): void {
    if (this.#failure !== null) throw this.#failure.error;
  }

  async closeSource(): Promise<void> {
    this.#isClosed = true;
    if (this.#isExhausted) return;
    const closed = this.#source.return?.();
    // A generator that is waiting returns only once it has what it waits for.
    if (this.#isRequesting) closed?.then(undefined, () => {});
    else await closed;
  }

  #start(item: I): void {
    const number = this.#started;
    let running: Promise<R | null> | null;
    try {
      running = this.options.start(item);
    } catch (error) {
      this.#fail(error);
      return;
    }
    if (running === null) return;
    this.#started += 1;
    this.running += 1;
    running.then(
      (result) => {
        this.running -= 1;
        if (result !== null || this.options.ordered) this.#finished.set(number, result);
        this.advance();
      },
      (error: unknown) => {
        this.running -= 1;
        this.#finished.set(number, null);
        this.#fail(error);
      },
    );
  }

  #fail(error: unknown): void {
    this.#failure ??= { error };
    this.options.abort();
    this.advance();
  }
}
