export interface FlowOptions<I, R> {
  /** Called with each item as it comes, in order; null where there is nothing to run or to tell. */
  readonly begin: (item: I) => Promise<R | null> | null;
  /** At most so many at once. */
  readonly concurrency: number;
  /** At most so many results wait to be taken, or for those before them. */
  readonly waiting: number;
  /** Results in the order of the items. */
  readonly ordered: boolean;
  /** Aborted: no further item is taken from the source. */
  readonly closing: AbortSignal;
  /** Ends what runs, soon: nobody wants the results any more. */
  readonly abandon: () => void;
}

/**
 * Runs the items of a source, some at once. An item is asked for only when it can be run at once and its result
 * has a place to wait, also while nobody takes results.
 *
 * What the source or `begin` throws is thrown when all that runs has ended and its results were taken.
 */
export async function* flow<I, R>(source: AsyncIterable<I>, options: FlowOptions<I, R>): AsyncGenerator<R> {
  const { closing, abandon } = options;
  const run = new Run(source, options);
  closing.addEventListener('abort', run.look);
  try {
    run.look();
    while (true) {
      const result = run.take();
      if (result !== undefined) yield result;
      else if (run.isOver) break;
      else await run.changed();
    }
    run.throwFault();
  } finally {
    if (run.running > 0) abandon();
    while (run.running > 0) await run.changed();
    closing.removeEventListener('abort', run.look);
    await run.leaveSource();
  }
}

class Run<I, R> {
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
    private readonly options: FlowOptions<I, R>,
  ) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** Nothing runs, and nothing more comes. A source that does not answer is not waited for once it is closing. */
  get isOver(): boolean {
    const noMore = this.#ended || this.#fault !== null || this.options.closing.aborted;
    return noMore && this.running === 0 && (!this.#asking || this.options.closing.aborted);
  }

  /** Resolves at the next change. */
  changed(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Something may have changed: takes the next item, where that is possible, and wakes who waits. */
  readonly look = (): void => {
    this.#wake();
    const { closing, concurrency, waiting } = this.options;
    if (this.#asking || this.#ended || this.#fault !== null || closing.aborted) return;
    if (this.running >= concurrency || this.running + this.#finished.size >= concurrency + waiting) return;
    this.#asking = true;
    this.#source.next().then(
      (next) => {
        this.#asking = false;
        if (next.done === true) this.#ended = true;
        // After the end, nobody is there any more for what comes late.
        else if (!this.#isLeft) this.#begin(next.value);
        this.look();
      },
      (error: unknown) => {
        this.#asking = false;
        this.#ended = true;
        this.#fault ??= { error };
        this.look();
      },
    );
  };

  /** The next result that may be given out; undefined where there is none now. */
  take(): R | undefined {
    while (true) {
      const number = this.options.ordered ? this.#given : this.#finished.keys().next().value;
      const result = number === undefined ? undefined : this.#finished.get(number);
      if (number === undefined || result === undefined) return undefined;
      this.#finished.delete(number);
      this.#given += 1;
      this.look();
      if (result !== null) return result;
    }
  }

  throwFault(): void {
    if (this.#fault !== null) throw this.#fault.error;
  }

  async leaveSource(): Promise<void> {
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
      begun = this.options.begin(item);
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
        this.look();
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
    this.options.abandon();
    this.look();
  }
}
