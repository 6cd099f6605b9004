import type { ResultKey } from '../../batch/batch-result.js';
import type { KindSummary, SummaryAccumulator } from '../../batch/engine/summary-accumulator.js';

/** What is shown of a batch at one moment. */
export interface BatchSnapshot {
  readonly done: number;
  /** Null while it is unknown. */
  readonly total: number | null;
  /** `ok` first, then the most frequent. */
  readonly kinds: readonly Pick<KindSummary, 'kind' | 'count'>[];
  /** Recent tasks per second; null if too few have finished. */
  readonly rate: number | null;
  /** The estimated time left, in milliseconds; null if it is unknown. */
  readonly leftMs: number | null;
  /** Input and output together. */
  readonly tokens: number;
  /** Ids of the running tasks, the longest running first. */
  readonly running: readonly string[];
  /** The number of running tasks that wait for a retry. */
  readonly waiting: number;
}

/** The rate is measured over this time: long enough to be steady, short enough to follow a rate limit. */
const WINDOW_MS = 60_000;
const MAX_IN_WINDOW = 1000;
const MIN_FOR_RATE = 3;

/** Adds to the totals of a batch what changes while it runs. Times are milliseconds of any clock that goes forward. */
export class BatchProgressState {
  readonly #running = new Map<string, { waitsUntil: number }>();
  /** When the last tasks of this run finished, oldest first. */
  #finishes: number[] = [];
  /** The number of all tasks, once it is known. */
  total: number | null = null;

  constructor(
    private readonly totals: SummaryAccumulator,
    private readonly startedAt: number,
  ) {}

  started({ id }: ResultKey): void {
    this.#running.set(id, { waitsUntil: 0 });
  }

  retry({ id }: ResultKey, waitMs: number, now: number): void {
    const running = this.#running.get(id);
    if (running !== undefined) running.waitsUntil = now + waitMs;
  }

  finished({ id }: ResultKey, now: number): void {
    this.#running.delete(id);
    this.#finishes.push(now);
    // Not for each task, since moving a thousand numbers each time would be slow.
    if (this.#finishes.length > 2 * MAX_IN_WINDOW) this.#finishes = this.#finishes.slice(-MAX_IN_WINDOW);
  }

  snapshot(now: number): BatchSnapshot {
    const { total: done, kinds, thisRun } = this.totals;
    const rate = this.#rate(now);
    const left = this.total === null ? null : Math.max(0, this.total - done);
    return {
      done,
      total: this.total,
      kinds,
      rate,
      leftMs: left === null || rate === null || rate === 0 ? null : (left / rate) * 1000,
      tokens: thisRun.tokens,
      running: [...this.#running.keys()],
      waiting: [...this.#running.values()].filter(({ waitsUntil }) => waitsUntil > now).length,
    };
  }

  #rate(now: number): number | null {
    const recent = this.#finishes.filter((at) => at > now - WINDOW_MS);
    if (this.#finishes.length < MIN_FOR_RATE) return null;
    const isCut = recent.length === this.#finishes.length && recent.length >= MAX_IN_WINDOW;
    const since = isCut ? (recent[0] ?? now) : Math.max(this.startedAt, now - WINDOW_MS);
    return now <= since ? null : (recent.length * 1000) / (now - since);
  }
}
