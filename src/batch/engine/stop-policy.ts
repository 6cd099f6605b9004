import { setMaxListeners } from 'node:events';
import type { ProcessFailedFailure } from '../../outcome/outcome.js';
import type { BatchOptions } from '../batch-options.js';
import type { BatchResult, TaskOutcome } from '../batch-result.js';
import type { BatchTask } from '../batch-task.js';
import type { RunCounts, StopReason } from './summary-accumulator.js';

/** A percentage of fewer tasks than this is not meaningful yet. */
const MIN_FOR_PERCENT = 10;

interface StopDecision {
  readonly reason: StopReason;
  /** For people. */
  readonly sentence: string;
  /** Whether every other task would fail as this one did: then the failure is that of the batch. */
  readonly ofEveryTask: boolean;
}

/**
 * Returns why no more tasks should start after this result, or null.
 *
 * A failure that every task would have, whatever its prompt, stops the batch at once: codex cannot be started or
 * ends before it does anything, the account is signed out or has reached its limit, the provider rejects the schema.
 * If the task's own schema, model or directory may have caused the failure, it says nothing about other tasks.
 */
export function stopReason(
  task: BatchTask | null,
  result: BatchResult<unknown>,
  soFar: RunCounts,
  { maxFailures, budgetTokens }: Pick<BatchOptions, 'maxFailures' | 'budgetTokens'>,
): StopDecision | null {
  return (
    (task === null ? null : failureOfEveryTask(task, result, soFar)) ??
    tooManyFailures(soFar, maxFailures) ??
    budgetSpent(soFar, budgetTokens)
  );
}

function failureOfEveryTask(
  task: BatchTask,
  result: TaskOutcome<unknown>,
  { ok }: RunCounts,
): StopDecision | null {
  const ownSchema = task.schema !== undefined;
  switch (result.kind) {
    case 'codex_not_found':
    case 'spawn_failed':
    case 'schema_file':
      return cannotStart(result.message);
    case 'unsupported':
      // Only this task has the context.
      return task.context !== undefined ? null : cannotStart(result.message);
    case 'schema_encode':
    case 'schema_unsupported':
      return ownSchema ? null : cannotStart(result.message);
    case 'process_failed':
      if (!isCauseOfEveryTask(task, result)) return null;
      return result.cause === 'not_logged_in' ? stopFor('auth', result.message) : cannotStart(result.message);
    case 'turn_failed':
      break;
    default:
      return null;
  }
  const { code } = result.error;
  if (code === 'usage_limit' || (code === 'auth' && task.model === undefined)) {
    return stopFor(code, result.message);
  }
  const isRejected = code === 'schema_rejected' && !ownSchema && task.model === undefined && ok === 0;
  return isRejected ? cannotStart(result.message) : null;
}

/** Whether codex failed for a reason that lies in none of what this task has of its own. */
function isCauseOfEveryTask(task: BatchTask, { cause, detail }: ProcessFailedFailure): boolean {
  if (cause === 'not_logged_in') return task.model === undefined;
  // With a thread, codex has begun to work.
  if (detail.threadId !== null) return false;
  switch (cause) {
    case 'bad_config':
      return task.model === undefined && task.cwd === undefined;
    case 'not_trusted_directory':
      return task.cwd === undefined;
    case 'schema_file_rejected':
      return task.schema === undefined;
    case 'bad_argument':
      return task.model === undefined && task.cwd === undefined && task.images === undefined;
    case 'output_file':
      return true;
    default:
      return false;
  }
}

function stopFor(reason: 'auth' | 'usage_limit', message: string): StopDecision {
  return { reason, sentence: `No more tasks will start: ${message}`, ofEveryTask: true };
}

function cannotStart(message: string): StopDecision {
  return {
    reason: 'cannot_start',
    sentence: `No more tasks will start, since each would fail the same way: ${message}`,
    ofEveryTask: true,
  };
}

function tooManyFailures(soFar: RunCounts, limit: BatchOptions['maxFailures']): StopDecision | null {
  if (limit === undefined) return null;
  const { ok, failed } = soFar;
  const finished = ok + failed;
  const isReached =
    'count' in limit
      ? failed >= limit.count
      : finished >= MIN_FOR_PERCENT && 100 * failed >= limit.percent * finished;
  if (!isReached) return null;
  const of = 'count' in limit ? '' : ` of ${finished}`;
  const sentence = `No more tasks will start: ${failed}${of} have failed.`;
  return { reason: 'max_failures', sentence, ofEveryTask: false };
}

function budgetSpent({ tokens }: RunCounts, budget: number | undefined): StopDecision | null {
  if (budget === undefined || tokens < budget) return null;
  const sentence = `No more tasks will start: ${tokens} tokens were used, the budget is ${budget}.`;
  return { reason: 'budget_tokens', sentence, ofEveryTask: false };
}

/** Decides when a batch starts no more tasks, and when running tasks are aborted. The first reason stands. */
export class BatchCancellation {
  reason: StopReason | null = null;
  readonly #stop = new AbortController();
  readonly #abort = new AbortController();
  readonly #unlink: (() => void)[] = [];

  constructor() {
    // One signal may abort a hundred tasks, which is not a leak.
    setMaxListeners(0, this.#abort.signal);
  }

  /** Once aborted, no more tasks start. */
  get stopSignal(): AbortSignal {
    return this.#stop.signal;
  }

  /** Once aborted, running tasks are aborted. */
  get abortSignal(): AbortSignal {
    return this.#abort.signal;
  }

  /** @returns whether this is the first reason */
  stop(reason: StopReason): boolean {
    const isFirst = this.reason === null;
    this.reason ??= reason;
    this.#stop.abort();
    return isFirst;
  }

  abort(cause?: unknown): void {
    this.stop('signal');
    this.#abort.abort(cause);
  }

  /** Follows the caller's signals until `unlinkSignals`. */
  linkSignals(drain: AbortSignal | undefined, abort: AbortSignal | undefined): void {
    this.#follow(drain, () => void this.stop('signal'));
    this.#follow(abort, () => this.abort(abort?.reason));
  }

  unlinkSignals(): void {
    for (const unlink of this.#unlink.splice(0)) unlink();
  }

  #follow(signal: AbortSignal | undefined, act: () => void): void {
    if (signal === undefined) return;
    if (signal.aborted) act();
    signal.addEventListener('abort', act, { once: true });
    this.#unlink.push(() => signal.removeEventListener('abort', act));
  }
}
