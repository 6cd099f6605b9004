import { isTaskInputError } from '../../../batch/batch-task.js';
import { Batch, type BatchRun } from '../../../batch/engine/batch.js';
import { readTasks } from '../../../batch/input/read-tasks.js';
import { EXIT_OUTPUT, EXIT_TASKS_FAILED, EXIT_USAGE, exitCodeOf } from '../../../outcome/exit-codes.js';
import type { Failure } from '../../../outcome/outcome.js';
import type { ParsedArgs } from '../../args/parsed-flags.js';
import { type FileGuard, SharedFileError } from '../../files/file-guard.js';
import { InputReader } from '../../input/input-reader.js';
import type { OpenedSchema } from '../../input/schema-module.js';
import type { CliIo } from '../../io.js';
import { Messenger } from '../../output/messenger.js';
import { OutputError } from '../../output/write.js';
import { UsageError } from '../../usage-error.js';
import type { CredentialBridge } from '../bridge/credential-bridge.js';
import { warningNotice } from '../turn.js';
import { schemaPlace } from '../turn-settings.js';
import { BatchOutputs } from './batch-outputs.js';
import { type BatchPlan, planBatch } from './batch-plan.js';
import { type BatchSignals, watchBatchSignals } from './batch-signals.js';
import { countLines } from './open-tasks.js';
import { expandGlob, TaskFileGuard } from './task-files.js';

/** @returns the exit code. @throws {UsageError} */
export async function runBatchCommand(args: ParsedArgs, io: CliIo, guard: FileGuard): Promise<number> {
  const messenger = new Messenger(io);
  let outputs: BatchOutputs | null = null;
  let bridge: CredentialBridge | null = null;
  const signals = watchBatchSignals(io, {
    print(sentence) {
      if (outputs === null) messenger.error(sentence);
      else outputs.progress.notice(sentence);
    },
    beforeExit: () => outputs?.progress.end(),
  });
  let closeInput: BatchPlan['tasks']['close'] = () => undefined;
  try {
    // `--timeout` applies to a task, so only a signal ends the wait for input.
    const reader = new InputReader(io, { signal: signals.drain, timeoutMs: 0, idleTimeoutMs: 0 });
    const plan = await guarded(
      await planBatch(args, io, reader, signals.drain),
      guard,
      new TaskFileGuard(guard, io, schemaPlace(args.flags).allowRefsOutside),
    );
    closeInput = plan.tasks.close;
    signals.drain.addEventListener('abort', closeInput);
    const opened = await plan.schema.read(reader);
    if ('ok' in opened) return printFailure(opened, messenger);
    bridge = (await plan.credentialBridge?.(messenger)) ?? null;
    const batch = createBatch(plan, opened, bridge, signals, messenger);
    // Nothing is read or written if no task can run: this failure is the outcome of the command.
    if (batch.failure !== null) return printFailure(batch.failure, messenger);
    outputs = await BatchOutputs.open(plan, args.flags, io, messenger, batch.totals);
    void showTotal(plan, signals, outputs);
    const { progress } = outputs;
    const tasks = plan.withDefaults(readTasks(plan.tasks.input, (sentence) => progress.notice(sentence)));
    return await writeResults(batch.run(tasks, outputs.observer), outputs, signals, messenger);
  } finally {
    await bridge?.close();
    closeInput();
    signals.end();
  }
}

/** Ensures that no file of a task is an output; before anything is written, if the tasks can be read twice. */
async function guarded(plan: BatchPlan, guard: FileGuard, ofTasks: TaskFileGuard): Promise<BatchPlan> {
  const { tasks, withDefaults } = plan;
  const { input, reopen } = tasks;
  if (input.kind === 'files') {
    return { ...plan, tasks: { ...tasks, input: await expandGlob(input, guard) } };
  }
  if (reopen !== null && (await ofTasks.checkAll(reopen.file, reopen.open))) return plan;
  return { ...plan, withDefaults: (source) => withDefaults(ofTasks.checkEach(source)) };
}

function createBatch(
  { options, show, schema }: BatchPlan,
  { source, parses }: OpenedSchema,
  bridge: CredentialBridge | null,
  signals: BatchSignals,
  messenger: Messenger,
): Batch {
  return new Batch(source, {
    ...options,
    ...(bridge === null ? {} : { ...bridge.optionsFor(options), env: bridge.env }),
    standardParses: parses,
    drainSignal: signals.drain,
    signal: signals.abort,
    ...(show.quiet ? {} : { onSchemaWarnings: warningNotice(schema.name, messenger) }),
  });
}

/** @returns the exit code */
async function writeResults(
  run: BatchRun,
  outputs: BatchOutputs,
  signals: BatchSignals,
  messenger: Messenger,
): Promise<number> {
  let error: Error | null = null;
  try {
    for await (const result of run) {
      await outputs.write(result);
      if (outputs.results.isOutputUnwanted) break;
      // The journal still gets the results of the running tasks.
      if (outputs.results.isStdoutClosed) signals.drainNow();
    }
  } catch (thrown) {
    if (!isExpected(thrown)) {
      outputs.abandon();
      throw thrown;
    }
    error = thrown;
  }
  const summary = run.summary();
  const problems = [...outputs.finish(summary, error === null && summary.stopped === null)];
  if (error !== null) problems.unshift(error.message);
  for (const problem of problems) messenger.error(problem);
  if (error !== null && !(error instanceof OutputError)) return EXIT_USAGE;
  return problems.length > 0 ? EXIT_OUTPUT : exitCodeFor(run, outputs, signals);
}

/** Whether an error ends the batch, but the results so far are still to be completed. */
function isExpected(error: unknown): error is Error {
  // After this one, no output may be touched anymore.
  if (error instanceof SharedFileError) return false;
  return isTaskInputError(error) || error instanceof UsageError || error instanceof OutputError;
}

function exitCodeFor(run: BatchRun, { results }: BatchOutputs, signals: BatchSignals): number {
  const { failed, stopped, byKind } = run.summary();
  const failure = run.failure();
  if (failure !== null) return exitCodeOf(failure);
  const bySignal = signals.exitCode();
  if (bySignal !== null && stopped === 'signal') return bySignal;
  // If the reader of stdout left, the tasks that were aborted for that reason are not failures.
  const aborted = byKind.find(({ kind }) => kind === 'aborted')?.count ?? 0;
  if (results.isOutputUnwanted) return failed > aborted ? EXIT_TASKS_FAILED : 0;
  return failed > 0 || stopped !== null ? EXIT_TASKS_FAILED : 0;
}

/** Gives the progress the number of tasks, while the batch runs. */
async function showTotal(
  { tasks, options }: BatchPlan,
  { drain }: BatchSignals,
  { progress }: BatchOutputs,
): Promise<void> {
  if (options.shard !== undefined) return;
  const { input, countable } = tasks;
  const count =
    input.kind === 'files'
      ? (input.paths?.length ?? null)
      : countable === null
        ? null
        : await countLines(countable, drain);
  if (count !== null) progress.total(count);
}

function printFailure(failure: Failure, messenger: Messenger): number {
  messenger.failure(failure);
  return exitCodeOf(failure);
}
