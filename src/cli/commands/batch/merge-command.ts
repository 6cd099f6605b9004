import type { BatchResult } from '../../../batch/batch-result.js';
import { isTaskInputError } from '../../../batch/batch-task.js';
import { SummaryAccumulator } from '../../../batch/engine/summary-accumulator.js';
import { readTasks, type TaskInput } from '../../../batch/input/read-tasks.js';
import { SeenIds } from '../../../batch/input/task-validator.js';
import { parseTemplate, type Template } from '../../../batch/input/template.js';
import { JournalError } from '../../../batch/journal/journal-error.js';
import { assertNotLocked } from '../../../batch/journal/journal-lock.js';
import { MergedJournals } from '../../../batch/journal/merged-journals.js';
import { EXIT_OUTPUT, EXIT_TASKS_FAILED } from '../../../outcome/exit-codes.js';
import { fileProblem } from '../../../platform/files/file-problem.js';
import { plural } from '../../../text/plural.js';
import type { ParsedArgs, ParsedFlags } from '../../args/parsed-flags.js';
import { integerOf } from '../../args/values.js';
import { FileGuard, twinsAmong } from '../../files/file-guard.js';
import { baseOf, type CliIo, resolvePath } from '../../io.js';
import { openBatchReports, type ReportProblems } from '../../output/batch-reports.js';
import { Messenger } from '../../output/messenger.js';
import { checkOutputFile } from '../../output/output-file.js';
import { OutputError } from '../../output/write.js';
import { UsageError } from '../../usage-error.js';
import type { CliCommand } from '../command.js';
import { required } from '../positionals.js';
import { expandGlob } from './guard-task-files.js';
import { openTasks } from './open-tasks.js';
import { LineOutput } from './result-writer.js';

export const mergeCommand: CliCommand = {
  name: 'batch merge',
  usage: '<results>...',
  summary: 'The results of several shards as one file, in the order of the tasks, if none is missing',
  positionals: [
    {
      name: 'results',
      describe: 'Files that batch --output wrote, one a shard',
      file: 'input',
      title: 'one of the shards',
      repeats: true,
    },
  ],
  flags: ['tasks', 'format', 'glob', 'expect', 'output', 'summary', 'report-file', 'junit', 'quiet'],
  describes: {
    glob: 'Check that each file that matches has its result; may be repeated',
    output:
      'Write the results to this file, atomically, instead of printing them; nothing where some are missing',
    quiet: 'Say nothing where nothing is wrong',
  },
  passesOn: false,
  examples: [
    ['batch merge shard-*.jsonl -o results.jsonl', 'all shards, and no index missing'],
    ['batch merge shard-*.jsonl --tasks tasks.jsonl -o results.jsonl', 'a result for each task of the input'],
  ],
  run: merge,
};

async function merge(args: ParsedArgs, io: CliIo): Promise<number> {
  const { flags } = args;
  required(args, 0, 'results');
  const output = flags.text('output');
  const target = output === undefined ? null : checkOutputFile(output, baseOf(io, output));
  const journals = args.positionals.map((name) => ({ name, path: resolvePath(io, name) }));
  const twins = twinsAmong(journals.map(({ path }) => path));
  if (twins !== null) {
    throw new UsageError(`${journals[twins.second]?.name} is given twice; give each shard once.`);
  }
  const count = integerOf(flags, 'expect', 0, Number.MAX_SAFE_INTEGER);
  const tasks = await expectedTasks(flags, io, FileGuard.of(mergeCommand, args, io));
  if (count !== undefined && tasks !== null)
    throw new UsageError('--expect and --tasks say the same; give one.');

  const messenger = new Messenger(io);
  const merged = await orUsage(async () => {
    if (target !== null) assertNotLocked(target, output ?? target);
    return MergedJournals.read(journals);
  });
  try {
    const expected = { ...(count === undefined ? {} : { count }), ...(tasks === null ? {} : { tasks }) };
    const missing = await orUsage(() => merged.missing(expected));
    for (const notice of merged.notices) messenger.error(notice);
    for (const sentence of missing) messenger.error(sentence);
    if (missing.length > 0) {
      messenger.error('Nothing was written.');
      return EXIT_TASKS_FAILED;
    }
    const undelivered = await deliver(merged, target, io);
    const reported = await reportMerged(merged, flags, io);
    for (const notice of reported.notices) messenger.error(notice);
    const problems = [...undelivered, ...reported.problems];
    for (const problem of problems) messenger.error(problem);
    if (problems.length > 0) return EXIT_OUTPUT;
    if (!flags.isOn('quiet')) {
      messenger.line(`${plural(merged.size, 'result')} of ${plural(journals.length, 'file')}.`);
    }
    return 0;
  } finally {
    merged.close();
  }
}

/** @returns a sentence where it could not be done */
async function deliver(merged: MergedJournals, target: string | null, io: CliIo): Promise<readonly string[]> {
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

async function orUsage<T>(read: () => Promise<T>): Promise<T> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof JournalError || isTaskInputError(error)) throw new UsageError(error.message);
    throw error;
  }
}

const LINE_FEED = 0x0a;

/** The reports of all shards together. */
export async function reportMerged(
  merged: MergedJournals,
  flags: ParsedFlags,
  io: CliIo,
): Promise<ReportProblems> {
  const files = { summary: flags.text('summary'), report: flags.text('report'), junit: flags.text('junit') };
  const asked = Object.values(files).some((file) => file !== undefined) || io.env['GITHUB_STEP_SUMMARY'];
  if (!asked) return { problems: [], notices: [] };
  const reports = await openBatchReports(files, 'batch merge', io);
  try {
    const tally = new SummaryAccumulator();
    for (const result of resultsIn(merged)) {
      reports.add(result);
      tally.add(result);
    }
    return reports.finish(tally.summary({ notRun: 0, stopped: null, elapsedMs: 0 }));
  } catch (error) {
    reports.abandon();
    throw error;
  }
}

function* resultsIn(merged: MergedJournals): Generator<BatchResult> {
  for (const bytes of merged.lines()) {
    for (let from = 0; from < bytes.length; ) {
      const end = bytes.indexOf(LINE_FEED, from);
      // It was read before: each line is a result.
      yield JSON.parse(bytes.toString('utf8', from, end)) as BatchResult;
      from = end + 1;
    }
  }
}

/**
 * The ids that the results of an input have; null where none is named.
 *
 * @param guard - is shown the files that are tasks
 */
export async function expectedTasks(
  flags: ParsedFlags,
  io: CliIo,
  guard: FileGuard,
): Promise<AsyncIterable<{ readonly id: string; readonly index: number }> | null> {
  const file = flags.text('tasks');
  if (file === undefined && flags.list('glob') === undefined) return null;
  const { input } = await openTasks(file, flags, io, anyTask());
  return idsOf(input, guard);
}

/** A second task with an id has its result under another, as `batch` names it. */
async function* idsOf(input: TaskInput, guard: FileGuard): AsyncGenerator<{ id: string; index: number }> {
  const reads = readTasks(input.kind === 'files' ? await expandGlob(input, guard) : input);
  const seen = new SeenIds();
  for await (const read of reads) {
    const { id, index } = read.kind === 'task' ? read.task : read.invalid;
    let own = id;
    if (!seen.add(own)) {
      own = `${id}#${index}`;
      while (!seen.add(own)) own += '#';
    }
    yield { id: own, index };
  }
}

/** What a task is asked does not matter, only its id. */
function anyTask(): Template {
  const template = parseTemplate('{{.}}');
  if ('problem' in template) throw new UsageError(template.problem);
  return template;
}
