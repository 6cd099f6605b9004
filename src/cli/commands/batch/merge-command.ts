import { isTaskInputError } from '../../../batch/batch-task.js';
import { SummaryAccumulator } from '../../../batch/engine/summary-accumulator.js';
import { readTasks, type TaskInput } from '../../../batch/input/read-tasks.js';
import { TaskIds } from '../../../batch/input/task-ids.js';
import { parseTemplate } from '../../../batch/input/template.js';
import { JournalError } from '../../../batch/journal/journal-error.js';
import { assertNotLocked } from '../../../batch/journal/journal-lock.js';
import { MergedJournals } from '../../../batch/journal/merged-journals.js';
import { EXIT_OUTPUT, EXIT_TASKS_FAILED } from '../../../outcome/exit-codes.js';
import { fileProblem } from '../../../platform/files/file-problem.js';
import { plural } from '../../../text/plural.js';
import { integerOf } from '../../args/flag-values.js';
import type { ParsedArgs, ParsedFlags } from '../../args/parsed-flags.js';
import { requiredArgument } from '../../args/parsed-flags.js';
import { FileGuard, findSameFile } from '../../files/file-guard.js';
import { baseDirectory, type CliIo, resolvePath } from '../../io.js';
import { openBatchReports, type ReportProblems, reportFlags } from '../../output/batch-reports.js';
import { Messenger } from '../../output/messenger.js';
import { checkOutputFile } from '../../output/output-file.js';
import { OutputError } from '../../output/write.js';
import { UsageError } from '../../usage-error.js';
import type { CliCommand } from '../command.js';
import { openTasks } from './open-tasks.js';
import { LineOutput } from './result-writer.js';
import { expandGlob } from './task-files.js';

export const mergeCommand: CliCommand = {
  name: 'batch merge',
  usage: '<results>...',
  summary: 'Merge the results of several shards in the order of the tasks',
  positionals: [
    {
      name: 'results',
      describe: 'Files that batch --output wrote, one per shard',
      file: 'input',
      title: 'one of the shards',
      repeats: true,
    },
  ],
  flags: ['tasks', 'format', 'glob', 'expect', 'output', 'summary', 'report-file', 'junit', 'quiet'],
  describes: {
    glob: 'Check that each matching file has a result',
    output: 'Write the results to a file atomically; nothing if some are missing',
    quiet: 'Print only problems',
  },
  passesOn: false,
  examples: [
    ['batch merge shard-*.jsonl -o results.jsonl', 'merge all shards'],
    ['batch merge shard-*.jsonl --tasks tasks.jsonl -o results.jsonl', 'check that each task has a result'],
  ],
  run: merge,
};

async function merge(args: ParsedArgs, io: CliIo): Promise<number> {
  const { flags } = args;
  requiredArgument(args, 0, 'results');
  const output = flags.text('output');
  const target = output === undefined ? null : checkOutputFile(output, baseDirectory(io, output));
  const journals = args.positionals.map((name) => ({ name, path: resolvePath(io, name) }));
  const twins = findSameFile(journals.map(({ path }) => path));
  if (twins !== null) {
    throw new UsageError(`${journals[twins.second]?.name} is given twice; give each shard once.`);
  }
  const count = integerOf(flags, 'expect', 0, Number.MAX_SAFE_INTEGER);
  const tasks = await expectedTasks(flags, io, FileGuard.of(mergeCommand, args, io));
  if (count !== undefined && tasks !== null) {
    throw new UsageError('--expect and --tasks (or --glob) say the same; use only one of them.');
  }

  const messenger = new Messenger(io);
  const merged = await withUsageErrors(async () => {
    if (target !== null) assertNotLocked(target, output ?? target);
    return MergedJournals.read(journals);
  });
  try {
    const expected = { ...(count === undefined ? {} : { count }), ...(tasks === null ? {} : { tasks }) };
    const missing = await withUsageErrors(() => merged.missing(expected));
    for (const sentence of [...merged.notices, ...missing]) messenger.error(sentence);
    if (missing.length > 0) {
      messenger.error('Nothing was written.');
      return EXIT_TASKS_FAILED;
    }
    const writeProblems = await write(merged, target, io);
    const reported = await writeReports(merged, flags, io);
    const problems = [...writeProblems, ...reported.problems];
    for (const sentence of [...reported.notices, ...problems]) messenger.error(sentence);
    if (problems.length > 0) return EXIT_OUTPUT;
    if (!flags.isOn('quiet')) {
      messenger.line(`${plural(merged.size, 'result')} from ${plural(journals.length, 'file')}.`);
    }
    return 0;
  } finally {
    merged.close();
  }
}

/** @returns the problem, as a sentence, if the results could not be written */
async function write(merged: MergedJournals, target: string | null, io: CliIo): Promise<readonly string[]> {
  try {
    if (target === null) {
      const stdout = new LineOutput(io.stdout);
      for (const bytes of merged.lines()) await stdout.write(bytes);
    } else merged.writeTo(target);
    return [];
  } catch (error) {
    if (error instanceof OutputError) return [error.message];
    return [`The results cannot be written: ${fileProblem(error)}.`];
  }
}

async function writeReports(merged: MergedJournals, flags: ParsedFlags, io: CliIo): Promise<ReportProblems> {
  const reports = await openBatchReports(reportFlags(flags), 'batch merge', io);
  try {
    const totals = new SummaryAccumulator();
    if (!reports.isEmpty) {
      for (const result of merged.results()) {
        reports.add(result);
        totals.add(result);
      }
    }
    return reports.finish(totals.summary());
  } catch (error) {
    reports.abandon();
    throw error;
  }
}

/** Returns the ids that the results must have; null if no tasks are given. */
async function expectedTasks(
  flags: ParsedFlags,
  io: CliIo,
  guard: FileGuard,
): Promise<AsyncIterable<{ readonly id: string; readonly index: number }> | null> {
  const file = flags.text('tasks');
  if (file === undefined && flags.list('glob') === undefined) return null;
  // Only the ids matter, so any template will do.
  const template = parseTemplate('{{.}}');
  if ('problem' in template) throw new UsageError(template.problem);
  const { input } = await openTasks(file, flags, io, template);
  return taskIds(input, guard);
}

/** Yields the ids as the results of `batch` have them, which differ if two tasks have the same id. */
async function* taskIds(input: TaskInput, guard: FileGuard): AsyncGenerator<{ id: string; index: number }> {
  const ids = new TaskIds();
  for await (const read of readTasks(input.kind === 'files' ? await expandGlob(input, guard) : input)) {
    const { index } = read.kind === 'task' ? read.task : read.invalid;
    yield { id: ids.assign(read).id, index };
  }
}

async function withUsageErrors<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof JournalError || isTaskInputError(error)) throw new UsageError(error.message);
    throw error;
  }
}
