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
import type { TransportName } from '../outcome/outcome.js';
import { rehearsal, SHARED_OPTIONS, TRANSPORT } from '../run/option-validators.js';
import { runProblem } from '../run/run-problem.js';
import type { BatchOptions } from './batch-options.js';

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
