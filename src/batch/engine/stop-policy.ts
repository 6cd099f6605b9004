import { setMaxListeners } from 'node:events';
import type { BatchOptions } from '../batch-options.js';
import type { BatchResult, TaskOutcome } from '../batch-result.js';
import type { BatchTask } from '../batch-task.js';
import type { RunCounts, StopReason } from './summary-accumulator.js';

/** A share of failures among fewer tasks than this says nothing yet. */
const LEAST_FOR_PERCENT = 10;

interface StopDecision {
  readonly reason: StopReason;
  /** For a person. */
  readonly sentence: string;
}

/**
 * Why no further tasks are to be taken after this result; null where there is no reason.
 *
 * What would befall every task alike, whatever its prompt, ends the batch with the first: codex that cannot be
 * started, an account that is signed out or used up, a schema that the provider refuses. Of a task with a schema
 * or a model of its own nothing is concluded for others from what these may have caused.
 */
export function stopReason(
  task: BatchTask | null,
  result: BatchResult<unknown>,
  soFar: RunCounts,
  { maxFailures, budgetTokens }: Pick<BatchOptions, 'maxFailures' | 'budgetTokens'>,
): StopDecision | null {
  return (
    (task === null ? null : forAll(task, result, soFar)) ??
    tooManyFailures(soFar, maxFailures) ??
    budgetSpent(soFar, budgetTokens)
  );
}

function forAll(task: BatchTask, result: TaskOutcome<unknown>, { ok }: RunCounts): StopDecision | null {
  const ownSchema = task.schema !== undefined;
  switch (result.kind) {
    case 'codex_not_found':
    case 'spawn_failed':
    case 'schema_file':
      return cannotStart(result.message);
    case 'unsupported':
      // The context of a task is its own.
      return task.context !== undefined ? null : cannotStart(result.message);
    case 'schema_encode':
    case 'schema_unsupported':
      return ownSchema ? null : cannotStart(result.message);
    case 'process_failed':
      return result.cause === 'not_logged_in' && task.model === undefined
        ? stopFor('auth', result.message)
        : null;
    case 'turn_failed':
      break;
    default:
      return null;
  }
  const { code } = result.error;
  if (code === 'usage_limit' || (code === 'auth' && task.model === undefined)) {
    return stopFor(code, result.message);
  }
  const refused = code === 'schema_rejected' && !ownSchema && task.model === undefined && ok === 0;
  return refused ? cannotStart(result.message) : null;
}

function stopFor(reason: 'auth' | 'usage_limit', message: string): StopDecision {
  return { reason, sentence: `No further tasks are taken: ${message}` };
}

function cannotStart(message: string): StopDecision {
  return {
    reason: 'cannot_start',
    sentence: `No further tasks are taken, since each would end like this: ${message}`,
  };
}

function tooManyFailures(soFar: RunCounts, limit: BatchOptions['maxFailures']): StopDecision | null {
  if (limit === undefined) return null;
  const { ok, failed } = soFar;
  const finished = ok + failed;
  const isReached =
    'count' in limit
      ? failed >= limit.count
      : finished >= LEAST_FOR_PERCENT && 100 * failed >= limit.percent * finished;
  if (!isReached) return null;
  const of = 'count' in limit ? `${failed}` : `${failed} of ${finished}`;
  return { reason: 'max_failures', sentence: `No further tasks are taken: ${of} have failed.` };
}

function budgetSpent({ tokens }: RunCounts, budget: number | undefined): StopDecision | null {
  if (budget === undefined || tokens < budget) return null;
  const sentence = `No further tasks are taken: ${tokens} tokens were used, and ${budget} are allowed.`;
  return { reason: 'budget_tokens', sentence };
}

/** When a batch takes no more tasks, and when what runs is aborted; the first reason stands. */
export class BatchCancellation {
  reason: StopReason | null = null;
  readonly #closing = new AbortController();
  readonly #aborting = new AbortController();
  readonly #leave: (() => void)[] = [];

  constructor() {
    // One signal may well abort a hundred tasks: that is no leak.
    setMaxListeners(0, this.#aborting.signal);
  }

  /** Aborted: no further tasks are taken. */
  get stopSignal(): AbortSignal {
    return this.#closing.signal;
  }

  /** Aborted: what runs is aborted. */
  get abortSignal(): AbortSignal {
    return this.#aborting.signal;
  }

  /** Whether the reason is a new one. */
  stop(reason: StopReason): boolean {
    const isFirst = this.reason === null;
    this.reason ??= reason;
    this.#closing.abort();
    return isFirst;
  }

  abort(cause?: unknown): void {
    this.stop('signal');
    this.#aborting.abort(cause);
  }

  /** Heeds the caller's signals until `leave`. */
  linkSignals(stop: AbortSignal | undefined, abort: AbortSignal | undefined): void {
    this.#follow(stop, () => void this.stop('signal'));
    this.#follow(abort, () => this.abort(abort?.reason));
  }

  unlinkSignals(): void {
    for (const leave of this.#leave.splice(0)) leave();
  }

  #follow(signal: AbortSignal | undefined, act: () => void): void {
    if (signal === undefined) return;
    if (signal.aborted) act();
    signal.addEventListener('abort', act, { once: true });
    this.#leave.push(() => signal.removeEventListener('abort', act));
  }
}
