/**
 * Runs many tasks through one app server; each has one outcome.
 *
 * @packageDocumentation
 */

export type {
  BatchObserver,
  BatchOptions,
  BatchRehearseOptions,
  FailureLimit,
  IsDone,
  OpenedSchema,
  Shard,
} from './batch-options.js';
export type { BatchResult, InvalidTaskFailure, ResultKey, TaskOutcome } from './batch-result.js';
export type { BatchTask } from './batch-task.js';
export type { BatchRun } from './engine/batch.js';
export { type BatchTaskInput, runBatch } from './engine/run-batch.js';
export type {
  BatchSummary,
  KindSummary,
  StopReason,
  TokenTotals,
} from './engine/summary-accumulator.js';
