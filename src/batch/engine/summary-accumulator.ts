import type { BatchResult } from '../batch-result.js';

/** What a batch came to. */
export interface BatchSummary {
  /** Results in all, those of an earlier run that was resumed included. */
  readonly total: number;
  readonly ok: number;
  readonly failed: number;
  /** Results taken over from the journal (`--resume`); part of `total`. */
  readonly resumed: number;
  /** Tasks that were read but not run, because the batch was stopped. Not part of `total`. */
  readonly notRun: number;
  /** Why the batch stopped before its input ended; null where it did not. */
  readonly stopped: StopReason | null;
  /** `ok` first, then the most frequent first. */
  readonly byKind: readonly KindSummary[];
  /** Of this run, as are retries and repairs. */
  readonly tokens: TokenTotals;
  readonly retries: number;
  readonly repairs: number;
  /** Wall-clock time of this run, in milliseconds. */
  readonly elapsedMs: number;
}

export type StopReason =
  /** `stop` or `signal` was aborted, or the loop over the results was left. */
  | 'signal'
  | 'max_failures'
  | 'budget_tokens'
  /** codex cannot be found or started, or lacks something: every task would fail like that. */
  | 'cannot_start'
  /** codex is not signed in (any more): likewise. */
  | 'auth'
  /** The account has used up what it may: the other tasks had better wait. */
  | 'usage_limit';

export interface KindSummary {
  readonly kind: BatchResult['kind'];
  readonly count: number;
  /**
   * Of the time a task took in this run, in milliseconds; null where none of this kind ran. Off by at most
   * 0.5 % where there are more than 4,096.
   */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

export interface TokenTotals {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
}

interface KindTotals {
  count: number;
  readonly durations: Percentiles;
}

export interface RunCounts {
  readonly ok: number;
  readonly failed: number;
  /** Input and output. */
  readonly tokens: number;
}

/** Adds up results as they come; its memory does not grow with them. */
export class SummaryAccumulator {
  #total = 0;
  #ok = 0;
  #resumed = 0;
  readonly #own = { ok: 0, failed: 0 };
  #retries = 0;
  #repairs = 0;
  readonly #tokens = { input: 0, cachedInput: 0, output: 0 };
  readonly #kinds = new Map<BatchResult['kind'], KindTotals>();

  /** Results of this run alone; those that were aborted are neither. */
  get thisRun(): RunCounts {
    return { ...this.#own, tokens: this.#tokens.input + this.#tokens.output };
  }

  /** A result of this run. */
  add(result: BatchResult<unknown>): void {
    const ofKind = this.#count(result.kind);
    if (result.kind === 'ok') this.#own.ok += 1;
    else if (result.kind !== 'aborted') this.#own.failed += 1;
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

  /** A result of an earlier run, which stands. */
  addResumed(kind: BatchResult['kind']): void {
    this.#count(kind);
    this.#resumed += 1;
  }

  /** @param state what results do not tell */
  summary(state: Pick<BatchSummary, 'notRun' | 'stopped' | 'elapsedMs'>): BatchSummary {
    return {
      total: this.#total,
      ok: this.#ok,
      failed: this.#total - this.#ok,
      resumed: this.#resumed,
      ...state,
      byKind: [...this.#kinds]
        .map(([kind, { count, durations }]) => ({
          kind,
          count,
          p50Ms: durations.at(0.5),
          p95Ms: durations.at(0.95),
        }))
        .sort(byCount),
      tokens: { ...this.#tokens },
      retries: this.#retries,
      repairs: this.#repairs,
    };
  }

  #count(kind: BatchResult['kind']): KindTotals {
    this.#total += 1;
    if (kind === 'ok') this.#ok += 1;
    const ofKind = this.#kinds.get(kind) ?? { count: 0, durations: new Percentiles() };
    ofKind.count += 1;
    this.#kinds.set(kind, ofKind);
    return ofKind;
  }
}

/** `ok` first, then what is most frequent. */
function byCount(a: KindSummary, b: KindSummary): number {
  if ((a.kind === 'ok') !== (b.kind === 'ok')) return a.kind === 'ok' ? -1 : 1;
  return b.count - a.count || (a.kind < b.kind ? -1 : 1);
}

/** So many values are kept as they are. */
const EXACT = 4096;
/** Beyond that, each counts as one of the steps between which there is 1 %: off by half of it. */
const STEP = Math.log(1.01);

/** Percentiles of any number of durations, in bounded memory. */
export class Percentiles {
  #exact: number[] | null = [];
  readonly #steps = new Map<number, number>();
  #count = 0;

  add(ms: number): void {
    this.#count += 1;
    if (this.#exact === null) {
      this.#step(ms);
      return;
    }
    this.#exact.push(ms);
    if (this.#exact.length <= EXACT) return;
    for (const value of this.#exact) this.#step(value);
    this.#exact = null;
  }

  /** @param share from 0 to 1; null where nothing was added */
  at(share: number): number | null {
    if (this.#count === 0) return null;
    const rank = Math.max(Math.ceil(share * this.#count), 1);
    if (this.#exact !== null) return [...this.#exact].sort((a, b) => a - b)[rank - 1] ?? null;
    let seen = 0;
    for (const [step, count] of [...this.#steps].sort(([a], [b]) => a - b)) {
      seen += count;
      if (seen >= rank) return Math.round(Math.exp((step + 0.5) * STEP) - 1);
    }
    return null;
  }

  #step(ms: number): void {
    const step = Math.floor(Math.log(ms + 1) / STEP);
    this.#steps.set(step, (this.#steps.get(step) ?? 0) + 1);
  }
}
