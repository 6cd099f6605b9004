import type { BatchResult } from './result.js';

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
  readonly byKind: readonly KindSummary[];
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
  /** Of the time a task took, in milliseconds; null where none of this kind ran. */
  readonly p50Ms: number | null;
  readonly p95Ms: number | null;
}

export interface TokenTotals {
  readonly input: number;
  readonly cachedInput: number;
  readonly output: number;
}
