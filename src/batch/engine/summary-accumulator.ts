import type { BatchResult } from '../batch-result.js';

/** The summary of a batch. */
export interface BatchSummary {
  /** The number of results, including those of an earlier run that was resumed. */
  readonly total: number;
  /** The number of results that are `ok`. */
  readonly ok: number;
  /** The number of results that are not `ok`. */
  readonly failed: number;
  /** The number of results of an earlier run (`--resume`, or `isDone`); part of `total`. */
  readonly resumed: number;
  /** The number of tasks that were read but not run, because the batch was stopped. Not part of `total`. */
  readonly notRun: number;
  /** Why the batch stopped before its input ended; null if it did not. */
  readonly stopped: StopReason | null;
  /** The results by kind: `ok` first, then the most frequent first. */
  readonly byKind: readonly KindSummary[];
  /** The tokens of this run. */
  readonly tokens: TokenTotals;
  /** The number of retries in this run. */
  readonly retries: number;
  /** The number of repair turns in this run. */
  readonly repairs: number;
  /** The wall-clock time of this run, in milliseconds. */
  readonly elapsedMs: number;
}

/** Why a batch stopped before its input ended. */
export type StopReason =
  /** `drainSignal` or `signal` was aborted, or the loop over the results was left. */
  | 'signal'
  /** `maxFailures` was reached. */
  | 'max_failures'
  /** `budgetTokens` was used up. */
  | 'budget_tokens'
  /** codex cannot be found or started, or lacks a feature: every task would fail the same way. */
  | 'cannot_start'
  /** codex is not signed in, or not anymore: every task would fail the same way. */
  | 'auth'
  /** The account has reached its usage limit: the other tasks should wait. */
  | 'usage_limit';

/** The results of one kind. */
export interface KindSummary {
  /** The kind of outcome. */
  readonly kind: BatchResult['kind'];
  /** The number of results, including those of an earlier run. */
  readonly count: number;
  /**
   * The median time of a task in this run, in milliseconds; null if no task of this kind ran. With more than 4,096
   * tasks, it is off by at most 0.5 %.
   */
  readonly p50Ms: number | null;
  /** The 95th percentile, likewise. */
  readonly p95Ms: number | null;
}

/** Tokens of all turns, as codex reported them. */
export interface TokenTotals {
  /** Input tokens, including the cached ones. */
  readonly input: number;
  /** Input tokens that were cached. */
  readonly cachedInput: number;
  /** Output tokens. */
  readonly output: number;
}

/** Results of this run only. Aborted tasks are neither ok nor failed. */
export interface RunCounts {
  readonly ok: number;
  readonly failed: number;
  /** Input and output together. */
  readonly tokens: number;
}

/** Accumulates results as they arrive. Its memory does not grow with their number. */
export class SummaryAccumulator {
  #total = 0;
  #ok = 0;
  #resumed = 0;
  #notRun = 0;
  #startedAt: number | null = null;
  #elapsedMs: number | null = null;
  readonly #thisRun = { ok: 0, failed: 0 };
  #retries = 0;
  #repairs = 0;
  readonly #tokens = { input: 0, cachedInput: 0, output: 0 };
  readonly #kinds = new Map<BatchResult['kind'], { count: number; readonly durations: Percentiles }>();

  get thisRun(): RunCounts {
    return { ...this.#thisRun, tokens: this.#tokens.input + this.#tokens.output };
  }

  get total(): number {
    return this.#total;
  }

  /** The number of results of each kind: `ok` first, then the most frequent first. */
  get kinds(): readonly KindCount[] {
    return [...this.#kinds].map(([kind, { count }]) => ({ kind, count })).sort(byCount);
  }

  /** Adds a result of this run. */
  add(result: BatchResult<unknown>): void {
    const ofKind = this.#count(result.kind);
    if (result.kind === 'ok') this.#thisRun.ok += 1;
    else if (result.kind !== 'aborted') this.#thisRun.failed += 1;
    const detail = 'detail' in result ? result.detail : undefined;
    if (detail === undefined) return;
    ofKind.durations.add(detail.durationMs);
    for (const { cause } of detail.attempts) {
      if (cause === 'retry') this.#retries += 1;
      if (cause === 'repair') this.#repairs += 1;
    }
    const { usage } = detail;
    this.#tokens.input += usage?.input_tokens ?? 0;
    this.#tokens.cachedInput += usage?.cached_input_tokens ?? 0;
    this.#tokens.output += usage?.output_tokens ?? 0;
  }

  /** Adds a result of an earlier run. */
  addResumed(kind: BatchResult['kind']): void {
    this.#count(kind);
    this.#resumed += 1;
  }

  /** Adds a task that was read but not run. */
  addNotRun(): void {
    this.#notRun += 1;
  }

  startClock(): void {
    this.#startedAt = performance.now();
  }

  stopClock(): void {
    this.#elapsedMs = this.#elapsed();
  }

  summary(stopped: StopReason | null = null): BatchSummary {
    return {
      total: this.#total,
      ok: this.#ok,
      failed: this.#total - this.#ok,
      resumed: this.#resumed,
      notRun: this.#notRun,
      stopped,
      byKind: this.kinds.map(({ kind, count }) => {
        const durations = this.#kinds.get(kind)?.durations;
        return { kind, count, p50Ms: durations?.at(0.5) ?? null, p95Ms: durations?.at(0.95) ?? null };
      }),
      tokens: { ...this.#tokens },
      retries: this.#retries,
      repairs: this.#repairs,
      elapsedMs: Math.round(this.#elapsedMs ?? this.#elapsed()),
    };
  }

  #elapsed(): number {
    return this.#startedAt === null ? 0 : performance.now() - this.#startedAt;
  }

  #count(kind: BatchResult['kind']) {
    this.#total += 1;
    if (kind === 'ok') this.#ok += 1;
    const ofKind = this.#kinds.get(kind) ?? { count: 0, durations: new Percentiles() };
    ofKind.count += 1;
    this.#kinds.set(kind, ofKind);
    return ofKind;
  }
}

type KindCount = Pick<KindSummary, 'kind' | 'count'>;

function byCount(a: KindCount, b: KindCount): number {
  if ((a.kind === 'ok') !== (b.kind === 'ok')) return a.kind === 'ok' ? -1 : 1;
  return b.count - a.count || (a.kind < b.kind ? -1 : 1);
}

/** Up to this number of values, percentiles are exact. */
const MAX_EXACT = 4096;
/** Beyond it, values are counted in buckets that are 1 % wide, so a percentile is off by at most half of that. */
const BUCKET_WIDTH = Math.log(1.01);

/** Computes percentiles of any number of durations, in bounded memory. */
export class Percentiles {
  #exact: number[] | null = [];
  readonly #buckets = new Map<number, number>();
  #count = 0;

  add(ms: number): void {
    this.#count += 1;
    if (this.#exact === null) {
      this.#addToBucket(ms);
      return;
    }
    this.#exact.push(ms);
    if (this.#exact.length <= MAX_EXACT) return;
    for (const value of this.#exact) this.#addToBucket(value);
    this.#exact = null;
  }

  /** @param share - from 0 to 1. @returns null if nothing was added */
  at(share: number): number | null {
    if (this.#count === 0) return null;
    const rank = Math.max(Math.ceil(share * this.#count), 1);
    if (this.#exact !== null) return [...this.#exact].sort((a, b) => a - b)[rank - 1] ?? null;
    let seen = 0;
    for (const [bucket, count] of [...this.#buckets].sort(([a], [b]) => a - b)) {
      seen += count;
      if (seen >= rank) return Math.round(Math.exp((bucket + 0.5) * BUCKET_WIDTH) - 1);
    }
    return null;
  }

  #addToBucket(ms: number): void {
    const bucket = Math.floor(Math.log(ms + 1) / BUCKET_WIDTH);
    this.#buckets.set(bucket, (this.#buckets.get(bucket) ?? 0) + 1);
  }
}
