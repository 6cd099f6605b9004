import type { BatchResult, ResultKey } from '../../batch/batch-result.js';

/** What is shown of a batch at one moment. */
export interface BatchSnapshot {
  readonly done: number;
  /** Null while the input is still being read. */
  readonly total: number | null;
  /** By kind: `ok` first, then the most frequent. */
  readonly kinds: readonly (readonly [kind: string, count: number])[];
  /** Tasks a second of late; null before there is anything to tell it from. */
  readonly rate: number | null;
  /** Milliseconds that are likely left; null where that cannot be told. */
  readonly leftMs: number | null;
  /** Input and output together. */
  readonly tokens: number;
  readonly retries: number;
  /** Ids of the running tasks, the longest running first. */
  readonly running: readonly string[];
  /** How many of the running tasks wait before they are tried again. */
  readonly waiting: number;
}

/** What "of late" means: long enough to be steady, short enough to follow a rate limit. */
const WINDOW_MS = 60_000;
const MOST_IN_WINDOW = 1000;
/** Fewer finished tasks tell no rate. */
const LEAST_FOR_RATE = 3;

/** Counts a batch. Moments are milliseconds of any clock that goes forward. */
export class BatchProgressState {
  readonly #began: number;
  readonly #kinds = new Map<string, number>();
  readonly #running = new Map<string, { waitsUntil: number }>();
  /** When the last tasks of this run finished, oldest first. */
  #finishes: number[] = [];
  #total: number | null = null;
  #done = 0;
  #tokens = 0;
  #retries = 0;

  constructor(now: number) {
    this.#began = now;
  }

  started({ id }: ResultKey): void {
    this.#running.set(id, { waitsUntil: 0 });
  }

  retry({ id }: ResultKey, waitMs: number, now: number): void {
    this.#retries += 1;
    const running = this.#running.get(id);
    if (running !== undefined) running.waitsUntil = now + waitMs;
  }

  finished(result: BatchResult, now: number): void {
    this.#running.delete(result.id);
    this.#finishes.push(now);
    // Not at each task: moving a thousand numbers each time would cost more than they tell.
    if (this.#finishes.length > 2 * MOST_IN_WINDOW) this.#finishes = this.#finishes.slice(-MOST_IN_WINDOW);
    const usage = 'detail' in result ? result.detail?.usage : undefined;
    this.#tokens += (usage?.input_tokens ?? 0) + (usage?.output_tokens ?? 0);
    this.carriedOver(result);
  }

  /** Counts it, but not as something that has just been done. */
  carriedOver({ kind }: BatchResult): void {
    this.#done += 1;
    this.#kinds.set(kind, (this.#kinds.get(kind) ?? 0) + 1);
  }

  total(count: number): void {
    this.#total = count;
  }

  snapshot(now: number): BatchSnapshot {
    const rate = this.#rate(now);
    const left = this.#total === null ? null : Math.max(0, this.#total - this.#done);
    return {
      done: this.#done,
      total: this.#total,
      kinds: [...this.#kinds].sort(
        ([a, countA], [b, countB]) => Number(b === 'ok') - Number(a === 'ok') || countB - countA,
      ),
      rate,
      leftMs: left === null || rate === null || rate === 0 ? null : (left / rate) * 1000,
      tokens: this.#tokens,
      retries: this.#retries,
      running: [...this.#running.keys()],
      waiting: [...this.#running.values()].filter(({ waitsUntil }) => waitsUntil > now).length,
    };
  }

  #rate(now: number): number | null {
    const recent = this.#finishes.filter((at) => at > now - WINDOW_MS);
    if (this.#finishes.length < LEAST_FOR_RATE) return null;
    const isCut = recent.length === this.#finishes.length && recent.length >= MOST_IN_WINDOW;
    const since = isCut ? (recent[0] ?? now) : Math.max(this.#began, now - WINDOW_MS);
    return now <= since ? null : (recent.length * 1000) / (now - since);
  }
}
