import type { JsonValue } from '../../json/value.js';
import type { Failure } from '../../outcome/outcome.js';
import { interruptibleIterator } from '../../run/interruptible-iterator.js';
import type { BatchOptions, OpenedSchema } from '../batch-options.js';
import type { BatchResult } from '../batch-result.js';
import type { TaskSource } from '../batch-task.js';
import { Batch } from './batch.js';
import type { BatchSummary } from './summary-accumulator.js';

/**
 * A batch under way. It begins when it is iterated, which can be done once, and goes on only as fast as its
 * results are taken. Leaving the loop aborts what runs; when the loop is left, nothing runs any more.
 */
export interface BatchRun<T = JsonValue> extends AsyncIterable<BatchResult<T>> {
  /** What it has come to so far; at the end, in all. */
  summary(): BatchSummary;
  /**
   * What keeps every task from running: the schema is refused (known at once; then no task is read), or codex
   * cannot be found or started. Null otherwise.
   */
  failure(): Failure | null;
}

/**
 * Runs each task of a source, with `schema` unless it has one of its own. One result a task; those that could
 * not be read have one, too (`invalid_task`).
 *
 * What is the same id a second time is `invalid_task`, with the id `ID#INDEX`, so that it does not replace the
 * result of the first.
 *
 * The iteration throws what the source or a hook throws, when nothing runs any more.
 *
 * @throws {TypeError} where an option makes no sense
 */
export function runTaskSource<T = JsonValue>(
  tasks: TaskSource,
  schema: OpenedSchema,
  options: BatchOptions<T> = {},
): BatchRun<T> {
  const batch = new Batch<T>(tasks, schema, options);
  let isBegun = false;
  return {
    summary: () => batch.summary(),
    failure: () => batch.failure,
    [Symbol.asyncIterator]() {
      if (isBegun) throw new TypeError('The results of a batch can be iterated once.');
      isBegun = true;
      return interruptibleIterator(batch.results(), () => batch.abandon());
    },
  };
}
