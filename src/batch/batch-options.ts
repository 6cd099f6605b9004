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
import type { AnyParse } from '../outcome/parse.js';
import type { TransportOption } from '../run/open-transport.js';
import { rehearsal, SHARED_OPTIONS, TRANSPORT } from '../run/option-validators.js';
import type { RehearseOptions, RunOptions } from '../run/run-options.js';
import { runProblem } from '../run/run-problem.js';
import type { RetryWait } from '../run/turns/turns-options.js';
import type { SchemaSource } from '../schema/compiled-schema.js';
import type { BatchResult, ResultKey } from './batch-result.js';

/** Options of `run` that a batch does not have, or that differ there. */
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
 * Options of {@link runBatch}: those of `run`, which apply to each task separately (`timeoutMs` too), and those of
 * the batch as a whole. All are optional.
 */
export interface BatchOptions<T = JsonValue, V = JsonValue>
  extends Omit<RunOptions<T, V>, SingleRunOption>,
    BatchObserver {
  /**
   * The number of tasks that run at once, from 1 to 1,000. Default: four per CPU core, at most 16; with the transport
   * `exec`, one per core.
   */
  readonly concurrency?: number;
  /**
   * How codex is driven: `app-server`, one server for all tasks, or `exec`, a process per turn; or by a transport that
   * you created, which you close. Default `app-server`.
   */
  readonly transport?: TransportOption;
  /**
   * Let codex capture the user's shell (aliases, functions, PATH) at the start of each thread, for the commands that
   * it runs. This is most of the cost of a task. Default false.
   */
  readonly shellSnapshot?: boolean;
  /** Yield the results in the order of the input; if false, as tasks finish. Default false. */
  readonly ordered?: boolean;
  /** Start no more tasks after this number or share of failures; running tasks finish. Default: no limit. */
  readonly maxFailures?: FailureLimit;
  /**
   * Start no more tasks once the finished ones have used this number of tokens, input and output together, from 1.
   * Running tasks finish. Default: no limit.
   */
  readonly budgetTokens?: number;
  /** Drains the batch when aborted: no more tasks start, and running tasks finish. */
  readonly drainSignal?: AbortSignal;
  /** Aborts the batch: no more tasks start, and running tasks are aborted, with the outcome `aborted`. */
  readonly signal?: AbortSignal;
  /** Run only the tasks of this shard. A task's id decides which shard it is in. Default: run all tasks. */
  readonly shard?: Shard;
  /**
   * Opens the schema of a task that has its own: a name (such as a file's), or the schema itself. Default: accept
   * only inline schemas.
   */
  readonly openTaskSchema?: (schema: string | JsonObject) => OpenedSchema | Promise<OpenedSchema>;
  /** Standard Schemas that have the last word on an answer to the schema of the batch. Tasks with their own skip them. */
  readonly standardParses?: readonly AnyParse[];
  /**
   * Run codex against an embedded provider on loopback, without key, network or tokens. One provider and one private
   * CODEX_HOME serve all tasks. Default false.
   */
  readonly rehearse?: boolean | BatchRehearseOptions;
}

/** Callbacks of a batch. If one throws or rejects, the batch is aborted and the iteration throws that error. */
export interface BatchObserver {
  /**
   * Called before a task runs, to skip it if it has a result already. Return false to run it, or the kind of its
   * earlier result to skip it (`true` stands for `ok`). A skipped task is counted, but yields no result.
   *
   * `formerHashes` are the input hashes that earlier versions of codex-structured computed for the same input: a
   * result with one of them is a result of this task.
   */
  readonly isDone?: (key: ResultKey, formerHashes?: readonly string[]) => IsDone | Promise<IsDone>;
  /** Called when a task starts. */
  readonly onTaskStarted?: (key: ResultKey) => void;
  /** Called before a task waits for a retry. */
  readonly onRetry?: (key: ResultKey, wait: RetryWait) => void;
  /** Called with a sentence about the batch for people: the app server was restarted, why the batch stops. */
  readonly onNotice?: (sentence: string) => void;
  /** Called for each event of each task as it arrives. */
  readonly onEvent?: (key: ResultKey, event: ThreadEvent) => void;
}

/** When a batch has too many failures. Aborted tasks do not count as failures. */
export type FailureLimit =
  /** A number of failed tasks, from 1. */
  | { readonly count: number }
  /** A percentage of the finished tasks, over 0 and at most 100. It applies once ten tasks have finished. */
  | { readonly percent: number };

/** Whether a task has a result already: false, the kind of that result, or true for `ok`. */
export type IsDone = boolean | BatchResult['kind'];

/** One of several parts of a batch, such as for one of several machines. */
export interface Shard {
  /** The number of this shard, from 1 to `count`. */
  readonly index: number;
  /** The number of all shards, from 1. */
  readonly count: number;
}

/** A schema that a task names, opened, or the failure to open it, which is then the task's outcome. */
export type OpenedSchema = SchemaSource | SchemaEncodeFailure | SchemaUnsupportedFailure;

/** How the rehearsal of a batch answers. */
export interface BatchRehearseOptions extends RehearseOptions {
  /** How long the provider waits before each answer, in milliseconds. Default 0. */
  readonly latencyMs?: number;
}

/** The largest `concurrency`. */
const MAX_CONCURRENCY = 1000;

const { images: _images, ephemeral: _ephemeral, ...SHARED_CODEX_OPTIONS } = CODEX_OPTIONS;

const BATCH_OPTIONS: OptionTable<BatchOptions> = {
  ...SHARED_CODEX_OPTIONS,
  ...SHARED_OPTIONS,
  concurrency: integer(1, MAX_CONCURRENCY),
  transport: TRANSPORT,
  shellSnapshot: boolean,
  ordered: boolean,
  maxFailures: either(
    shape({ count: integer(1) }, ['count']),
    shape({ percent: numberAbove(0, 100) }, ['percent']),
  ),
  budgetTokens: integer(1),
  drainSignal: abortSignal,
  isDone: callback,
  shard: shape({ index: integer(1), count: integer(1) }, ['index', 'count']),
  openTaskSchema: callback,
  standardParses: listOf(parse),
  rehearse: rehearsal({ latencyMs: milliseconds }),
  onTaskStarted: callback,
  onNotice: callback,
};

/** @throws {TypeError} with one sentence, if options contradict each other */
export function checkBatchOptions<T>(options: BatchOptions<T, never>, transport: TransportName): void {
  const command = { subcommand: 'exec', prompt: '', options: codexOptionsOf(options) } as const;
  const problem = runProblem(command, options, transport);
  if (problem !== null) throw new TypeError(problem);
}

/**
 * Returns the options, including those that the given object inherits.
 *
 * @throws {TypeError} with one sentence, if an option is unknown or has the wrong type
 */
export function checkedBatchOptions<T>(options: BatchOptions<T, never>): BatchOptions<T, never> {
  assertOptions('runBatch()', options, BATCH_OPTIONS);
  const { shard } = options;
  if (shard !== undefined) assertArgument('runBatch()', 'shard.index', shard.index, integer(1, shard.count));
  return withInheritedOptions<BatchOptions<T, never>>(options, BATCH_OPTIONS);
}
