import type { JsonValue } from '../json/value.js';
import type { Outcome } from '../outcome/outcome.js';

/** The input could not be read as a task; nothing ran. Only a batch has it. */
export interface InvalidTaskFailure {
  readonly ok: false;
  readonly kind: 'invalid_task';
  readonly message: string;
  readonly workMayHaveRun: false;
  readonly retryable: false;
}

/** What a task ended in. */
export type TaskOutcome<T = JsonValue> = Outcome<T> | InvalidTaskFailure;

/** What tells a task's result apart from all others. */
export interface ResultKey {
  readonly id: string;
  readonly index: number;
  /** Of all that the answer depends on (prompt, schema, model, …): another hash is another task. */
  readonly inputHash: string;
  /** Where the batch is one shard of several: `2/4`. */
  readonly shard?: string;
}

/** One line of the results: the envelope of `run`, with the key first. */
export type BatchResult<T = JsonValue> = ResultKey & TaskOutcome<T>;
