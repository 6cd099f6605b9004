export interface ConcurrencyOptions<I, R> {
  /** Called with each item as it comes, in order; null where there is nothing to run or to tell. */
  readonly start: (item: I) => Promise<R | null> | null;
  /** At most so many at once. */
  readonly concurrency: number;
  /** At most so many results wait to be taken, or for those before them. */
  readonly maxWaitingResults: number;
  /** Results in the order of the items. */
  readonly ordered: boolean;
  /** Aborted: no further item is taken from the source. */
  readonly stopSignal: AbortSignal;
  /** Ends what runs, soon: nobody wants the results any more. */
  readonly abort: () => void;
}

/**
 * Runs the items of a source, some at once. An item is asked for only when it can be run at once and its result
 * has a place to wait, also while nobody takes results.
 *
 * What the source or `begin` throws is thrown when all that runs has ended and its results were taken.
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
  /** Finished results by the number of their item; null where there is none. */
  readonly #finished = new Map<number, R | null>();
  #taken = 0;
  #given = 0;
  #asking = false;
  #ended = false;
  #isLeft = false;
  #fault: { readonly error: unknown } | null = null;
  #wake = () => {};

  constructor(
    source: AsyncIterable<I>,
    private readonly options: ConcurrencyOptions<I, R>,
  ) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Nothing runs, and nothing more comes. A source that does not answer is not waited for once it is closing. */
  get isFinished(): boolean {
    const noMore = this.#ended || this.#fault !== null || this.options.stopSignal.aborted;
    return noMore && this.running === 0 && (!this.#asking || this.options.stopSignal.aborted);
  }

  /** Resolves at the next change. */
  nextChange(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Something may have changed: takes the next item, where that is possible, and wakes who waits. */
  readonly advance = (): void => {
    this.#wake();
    const { stopSignal, concurrency, maxWaitingResults } = this.options;
    if (this.#asking || this.#ended || this.#fault !== null || stopSignal.aborted) return;
    if (this.running >= concurrency) return;
    if (this.running + this.#finished.size >= concurrency + maxWaitingResults) return;
    this.#asking = true;
    this.#source.next().then(
      (next) => {
        this.#asking = false;
        if (next.done === true) this.#ended = true;
        // After the end, nobody is there any more for what comes late.
        else if (!this.#isLeft) this.#begin(next.value);
        this.advance();
      },
      (error: unknown) => {
        this.#asking = false;
        this.#ended = true;
        this.#fault ??= { error };
        this.advance();
      },
    );
  };

  /** The next result that may be given out; undefined where there is none now. */
  takeResult(): R | undefined {
    while (true) {
      const number = this.options.ordered ? this.#given : this.#finished.keys().next().value;
      const result = number === undefined ? undefined : this.#finished.get(number);
      if (number === undefined || result === undefined) return undefined;
      this.#finished.delete(number);
      this.#given += 1;
      this.advance();
      if (result !== null) return result;
    }
  }

  throwIfFailed(): void {
    if (this.#fault !== null) throw this.#fault.error;
  }

  async closeSource(): Promise<void> {
    this.#isLeft = true;
    if (this.#ended) return;
    const left = this.#source.return?.();
    // A generator that is being waited for leaves only when it has got what it waits for.
    if (this.#asking) left?.then(undefined, () => {});
    else await left;
  }

  #begin(item: I): void {
    const number = this.#taken;
    let begun: Promise<R | null> | null;
    try {
      begun = this.options.start(item);
    } catch (error) {
      this.#fail(error);
      return;
    }
    if (begun === null) return;
    this.#taken += 1;
    this.running += 1;
    begun.then(
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
    this.#fault ??= { error };
    this.options.abort();
    this.advance();
  }
}
