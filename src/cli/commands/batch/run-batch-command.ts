import { isTaskInputError } from '../../../batch/batch-task.js';
import { type BatchRun, runTaskSource } from '../../../batch/engine/batch.js';
import { readTasks } from '../../../batch/input/read-tasks.js';
import { EXIT_OUTPUT, EXIT_TASKS_FAILED, EXIT_USAGE, exitCodeOf } from '../../../outcome/exit-codes.js';
import type { Failure } from '../../../outcome/outcome.js';
import type { ParsedArgs } from '../../args/parsed-flags.js';
import { type FileGuard, SharedFileError } from '../../files/file-guard.js';
import { InputReader } from '../../input/input-reader.js';
import type { OpenedSchema } from '../../input/opened-schema.js';
import type { CliIo } from '../../io.js';
import { Messenger } from '../../output/messenger.js';
import { OutputError } from '../../output/write.js';
import { UsageError } from '../../usage-error.js';
import type { CredentialBridge } from '../bridge/credential-bridge.js';
import { warningTeller } from '../turn.js';
import { schemaPlace } from '../turn-settings.js';
import { BatchOutputs } from './batch-outputs.js';
import { type BatchPlan, planBatch } from './batch-plan.js';
import { type BatchSignals, watchBatchSignals } from './batch-signals.js';
import { expandGlob, TaskFileGuard } from './guard-task-files.js';
import { countLines } from './open-tasks.js';

/** @returns the exit code. @throws {UsageError} */
export async function runBatchCommand(args: ParsedArgs, io: CliIo, guard: FileGuard): Promise<number> {
  const messenger = new Messenger(io);
  let sinks: BatchOutputs | null = null;
  let bridge: CredentialBridge | null = null;
  const signals = watchBatchSignals(io, {
    say(sentence) {
      if (sinks === null) messenger.error(sentence);
      else sinks.progress.notice(sentence);
    },
    leave: () => sinks?.progress.end(),
  });
  let leave: BatchPlan['tasks']['close'] = () => undefined;
  try {
    // `--timeout` is for a task, so only a signal ends the wait for input.
    const reader = new InputReader(io, { signal: signals.drain, timeoutMs: 0, idleTimeoutMs: 0 });
    const planned = await guarded(
      await planBatch(args, io, reader, signals.drain),
      guard,
      new TaskFileGuard(guard, io, schemaPlace(args.flags).allowRefsOutside),
    );
    leave = planned.tasks.close;
    signals.drain.addEventListener('abort', leave);
    const opened = await planned.schema.read(reader);
    if ('ok' in opened) return refused(opened, messenger);
    bridge = (await planned.credentialBridge?.(messenger)) ?? null;
    const run = begin(bridged(planned, bridge), opened, signals, messenger, () => sinks);
    // Known before anything is read or written: it is the one outcome of the command.
    const failure = run.failure();
    if (failure !== null) return refused(failure, messenger);
    sinks = await BatchOutputs.open(planned, args.flags, io, messenger);
    void showTotal(planned, signals, sinks);
    return await conduct(run, sinks, signals, messenger);
  } finally {
    await bridge?.close();
    leave();
    signals.end();
  }
}

/** No file that a task names is an output: known before anything is written, where tasks can be read twice. */
async function guarded(planned: BatchPlan, guard: FileGuard, ofTasks: TaskFileGuard): Promise<BatchPlan> {
  const { tasks, forAll } = planned;
  const { input, reopen } = tasks;
  if (input.kind === 'files') {
    return { ...planned, tasks: { ...tasks, input: await expandGlob(input, guard) } };
  }
  if (reopen !== null && (await ofTasks.checkAll(reopen.file, reopen.open))) return planned;
  return { ...planned, forAll: (source) => forAll(ofTasks.checkEach(source)) };
}

function bridged(planned: BatchPlan, bridge: CredentialBridge | null): BatchPlan {
  if (bridge === null) return planned;
  return { ...planned, options: { ...bridge.optionsFor(planned.options), env: bridge.env } };
}

function begin(
  planned: BatchPlan,
  { source, parses }: OpenedSchema,
  signals: BatchSignals,
  messenger: Messenger,
  sinks: () => BatchOutputs | null,
): BatchRun {
  const { show, schema, tasks, forAll, options } = planned;
  const input =
    tasks.input.kind === 'files' && options.shard === undefined
      ? { ...tasks.input, onCount: (count: number) => sinks()?.progress.total(count) }
      : tasks.input;
  return runTaskSource(forAll(readTasks(input)), source, {
    ...options,
    standardParses: parses,
    stop: signals.drain,
    signal: signals.abort,
    isDone: (key, formerHashes = []) => sinks()?.isDone(key, formerHashes) ?? false,
    // Hooks of what is opened only once it is certain that the batch can be made.
    onTaskStarted: (key) => sinks()?.hooks.onTaskStarted?.(key),
    onRetry: (key, wait) => sinks()?.hooks.onRetry?.(key, wait),
    onNotice: (sentence) => sinks()?.hooks.onNotice?.(sentence),
    ...(show.verbose ? { onEvent: (key, event) => sinks()?.hooks.onEvent?.(key, event) } : {}),
    ...(show.quiet ? {} : { onSchemaWarnings: warningTeller(schema.name, messenger) }),
  });
}

/** @returns the exit code */
async function conduct(
  run: BatchRun,
  sinks: BatchOutputs,
  signals: BatchSignals,
  messenger: Messenger,
): Promise<number> {
  let fault: unknown = null;
  try {
    for await (const result of run) {
      await sinks.take(result);
      if (sinks.results.isOutputUnwanted) break;
      // The journal still wants what has been paid for.
      if (sinks.results.isStdoutClosed) signals.stopTaking();
    }
  } catch (error) {
    if (!isExpected(error)) {
      sinks.abandon();
      throw error;
    }
    fault = error;
  }
  const summary = run.summary();
  const problems = [...sinks.finish(summary, fault === null && summary.stopped === null)];
  if (fault instanceof Error) problems.unshift(fault.message);
  for (const problem of problems) messenger.error(problem);
  if (fault !== null && !(fault instanceof OutputError)) return EXIT_USAGE;
  return problems.length > 0 ? EXIT_OUTPUT : exitCodeFor(run, sinks, signals);
}

/** What ends a batch, but neither the process nor the results that there are. */
function isExpected(error: unknown): boolean {
  // Then nothing may be put in its place any more.
  if (error instanceof SharedFileError) return false;
  return isTaskInputError(error) || error instanceof UsageError || error instanceof OutputError;
}

function exitCodeFor(run: BatchRun, { results }: BatchOutputs, signals: BatchSignals): number {
  const { failed, stopped, byKind } = run.summary();
  const failure = run.failure();
  if (failure !== null) return exitCodeOf(failure);
  const bySignal = signals.exitCode();
  if (bySignal !== null && stopped === 'signal') return bySignal;
  // Who reads no further has ended the batch: what was aborted for it is no failure.
  const aborted = byKind.find(({ kind }) => kind === 'aborted')?.count ?? 0;
  if (results.isOutputUnwanted) return failed > aborted ? EXIT_TASKS_FAILED : 0;
  return failed > 0 || stopped !== null ? EXIT_TASKS_FAILED : 0;
}

/** Beside the batch: it only makes the progress tell more. */
async function showTotal(
  { tasks, options }: BatchPlan,
  { drain }: BatchSignals,
  sinks: BatchOutputs,
): Promise<void> {
  if (tasks.countable === null || options.shard !== undefined) return;
  const count = await countLines(tasks.countable, drain);
  if (count !== null) sinks.progress.total(count);
}

function refused(failure: Failure, messenger: Messenger): number {
  messenger.failure(failure);
  return exitCodeOf(failure);
}
