import type { JsonValue } from '../json/value.js';
import type { Outcome } from '../outcome/outcome.js';

/** The input could not be read as a task; nothing ran. Only a batch has this outcome. */
export interface InvalidTaskFailure {
  /** Always false: there is no value. */
  readonly ok: false;
  /** Always `invalid_task`. */
  readonly kind: 'invalid_task';
  /** What is wrong with the task and where it is in the input, in one or two sentences. */
  readonly message: string;
  /** Always false: codex was not started. */
  readonly workMayHaveRun: false;
  /** Always false: the input must be corrected first. */
  readonly retryable: false;
}

/** The outcome of a task: that of `run`, or `invalid_task`. */
export type TaskOutcome<T = JsonValue> = Outcome<T> | InvalidTaskFailure;

/** Identifies a result. */
export interface ResultKey {
  /** The id of the task, unique in the batch. */
  readonly id: string;
  /** The position of the task in the input, from 0. */
  readonly index: number;
  /**
   * A hash of everything that the answer depends on (prompt, schema, model and other options), in hex. A task with
   * another hash is another task, even if its id is the same.
   */
  readonly inputHash: string;
  /** The shard that the task ran in, such as `2/4`; absent without `shard`. */
  readonly shard?: string;
}

/** The result of a task, and one line of a results file: the key, then the outcome as the envelope of `run` has it. */
export type BatchResult<T = JsonValue> = ResultKey & TaskOutcome<T>;
