import { assertArgument, assertOptions, withInheritedOptions } from '../codex/options/assert-options.js';
import { CODEX_OPTIONS, codexOptionsOf } from '../codex/options/codex-options.js';
import {
  abortSignal,
  boolean,
  callback,
  either,
  integer,
  listOf,
  milliseconds,
  numberAbove,
  type OptionTable,
  parse,
  shape,
} from '../codex/options/validators.js';
import type { SchemaEncodeFailure, SchemaUnsupportedFailure } from '../diagnostics/schema-failures.js';
import type { ThreadEvent } from '../events/event.js';
import type { JsonObject, JsonValue } from '../json/value.js';
import type { TransportName } from '../outcome/outcome.js';
import type { Parse } from '../outcome/parse.js';
import type { TransportOption } from '../run/open-transport.js';
import { rehearsal, SHARED_OPTIONS, TRANSPORT } from '../run/option-validators.js';
import type { RehearseOptions, RunOptions } from '../run/run-options.js';
import { runProblem } from '../run/run-problem.js';
import type { RetryWait } from '../run/turns/turns-options.js';
import type { SchemaSource } from '../schema/compiled-schema.js';
import type { BatchResult, ResultKey } from './batch-result.js';

/** What one run has and a batch has not, or has otherwise. */
type SingleRunOption =
  | 'additionalContext'
  | 'ephemeral'
  | 'images'
  | 'onBytes'
  | 'onEvent'
  | 'onRetry'
  | 'onStderrLine'
  | 'rehearse'
  | 'transport';

/**
 * How a batch is made: the options of `run`, which hold for each task by itself (`timeoutMs` too), and what is
 * about all of them. Everything is optional.
 */
export interface BatchOptions<T = JsonValue> extends Omit<RunOptions<T>, SingleRunOption>, BatchHooks {
  /** Tasks at once, from 1. Default: {@link defaultConcurrency}. */
  readonly concurrency?: number;
  /**
   * Default `app-server`: one codex for all tasks. `exec`: a codex process for each turn. A transport of the
   * caller's own is not closed at the end.
   */
  readonly transport?: TransportOption;
  /**
   * True: codex captures the user's shell (aliases, functions, PATH) at the start of each thread, for the
   * commands that it runs; that is most of what a task costs. Default false.
   */
  readonly shellSnapshot?: boolean;
  /** Results in the order of the input. Default false: as they finish. */
  readonly ordered?: boolean;
  /** No further tasks are taken once that many have failed; those that run end. */
  readonly maxFailures?: FailureLimit;
  /** No further tasks are taken once the finished ones have used that many tokens, input and output together. */
  readonly budgetTokens?: number;
  /** Aborted: no further tasks are taken, and those that run end. */
  readonly stop?: AbortSignal;
  /** Aborted: those that run are aborted too. */
  readonly signal?: AbortSignal;
  /**
   * Asked before a task is run: false runs it; true or the kind of its earlier result skips it, and it has no
   * new result (`true` counts as `ok`). `formerHashes` are the input hashes that earlier versions of
   * codex-structured gave to the same input: a result with one of them is of this task too.
   */
  readonly isDone?: (key: ResultKey, formerHashes?: readonly string[]) => IsDone | Promise<IsDone>;
  /** Only the tasks of this shard are run; the others are passed over. By id, so the order does not matter. */
  readonly shard?: Shard;
  /** Reads a task's own schema: a name (a file's), or the schema itself. Default: only the latter. */
  readonly openTaskSchema?: (schema: string | JsonObject) => OpenedSchema | Promise<OpenedSchema>;
  /** The batch's schema's own last word (a Standard Schema); not for tasks with a schema of their own. */
  readonly standardParses?: readonly Parse<unknown>[];
  /** As of `run`; one provider and one private CODEX_HOME serve all tasks. */
  readonly rehearse?: boolean | BatchRehearseOptions;
}

/** What may be watched. A hook that throws ends the batch with what it threw. */
export interface BatchHooks {
  readonly onTaskStarted?: (key: ResultKey) => void;
  /** Before a wait for a retry of one task. */
  readonly onRetry?: (key: ResultKey, wait: RetryWait) => void;
  /** A sentence for a person about the batch: the app server was restarted, why the batch stops, … */
  readonly onNotice?: (sentence: string) => void;
  /** Each event of each task as it comes. */
  readonly onEvent?: (key: ResultKey, event: ThreadEvent) => void;
}

export type FailureLimit =
  /** From 1. */
  | { readonly count: number }
  /** Over 0, at most 100, of the tasks that have finished; looked at from the tenth on. */
  | { readonly percent: number };

export type IsDone = boolean | BatchResult['kind'];

export interface Shard {
  /** From 1 to `count`. */
  readonly index: number;
  readonly count: number;
}

export type OpenedSchema = SchemaSource | SchemaEncodeFailure | SchemaUnsupportedFailure;

export interface BatchRehearseOptions extends RehearseOptions {
  /** How long the provider thinks before each answer, in milliseconds. Default 0. */
  readonly latencyMs?: number;
}

/** More at once than any machine or account takes. */
const MOST_AT_ONCE = 1000;

const { images: _images, ephemeral: _ephemeral, ...OF_ALL_TASKS } = CODEX_OPTIONS;

const BATCH_OPTIONS: OptionTable<BatchOptions> = {
  ...OF_ALL_TASKS,
  ...SHARED_OPTIONS,
  concurrency: integer(1, MOST_AT_ONCE),
  transport: TRANSPORT,
  shellSnapshot: boolean,
  ordered: boolean,
  maxFailures: either(
    shape({ count: integer(1) }, ['count']),
    shape({ percent: numberAbove(0, 100) }, ['percent']),
  ),
  budgetTokens: integer(1),
  stop: abortSignal,
  isDone: callback,
  shard: shape({ index: integer(1), count: integer(1) }, ['index', 'count']),
  openTaskSchema: callback,
  standardParses: listOf(parse),
  rehearse: rehearsal({ latencyMs: milliseconds }),
  onTaskStarted: callback,
  onNotice: callback,
};

/** @throws {TypeError} with one sentence, if an option makes no sense */
export function checkBatchOptions<T>(options: BatchOptions<T>, transport: TransportName): void {
  const command = { subcommand: 'exec', prompt: '', options: codexOptionsOf(options) } as const;
  const problem = runProblem(command, options, transport);
  if (problem !== null) throw new TypeError(problem);
}

/**
 * @returns the options, also those that the given object inherits
 * @throws {TypeError} with one sentence, if an option is none of a batch's or of another type
 */
export function checkedBatchOptions<T>(options: BatchOptions<T>): BatchOptions<T> {
  assertOptions('runBatch()', options, BATCH_OPTIONS);
  const { shard } = options;
  if (shard !== undefined) assertArgument('runBatch()', 'shard.index', shard.index, integer(1, shard.count));
  return withInheritedOptions<BatchOptions<T>>(options, BATCH_OPTIONS);
}
