import type { BatchOptions, FailureLimit, Shard } from '../../../batch/batch-options.js';
import type { BatchTask, TaskRead, TaskSource } from '../../../batch/batch-task.js';
import type { JournalMode } from '../../../batch/journal/journal.js';
import { runProblem } from '../../../run/run-problem.js';
import { codexOptions } from '../../args/codex-options.js';
import type { ParsedArgs, ParsedFlags } from '../../args/parsed-flags.js';
import { integerOf } from '../../args/values.js';
import type { InputReader } from '../../input/input-reader.js';
import { openSchema, type SchemaInputPlan } from '../../input/schema-source.js';
import { isStdin } from '../../input/stdin-name.js';
import type { CliIo } from '../../io.js';
import { checkOutputFile } from '../../output/output-file.js';
import { UsageError } from '../../usage-error.js';
import { type BeginCredentialBridge, planCredentialBridge } from '../bridge/credential-bridge.js';
import { required } from '../positionals.js';
import { refuseBadInputs } from '../refuse-inputs.js';
import { schemaPlace, turnSettings } from '../turn-settings.js';
import { taskSchemaOpener } from './guard-task-files.js';
import { type OpenedTasks, openTasks, readTemplate } from './open-tasks.js';

/** A batch that can be made: everything a person may have got wrong is checked. */
export interface BatchPlan {
  readonly schema: SchemaInputPlan;
  readonly tasks: OpenedTasks;
  readonly forAll: ForAllTasks;
  readonly options: BatchOptions;
  readonly output: OutputSettings;
  readonly show: { readonly quiet: boolean; readonly verbose: boolean };
  /** Null: codex has its key by itself. */
  readonly credentialBridge: BeginCredentialBridge | null;
}

/** Where results go. */
export interface OutputSettings {
  /** Absolute path and the name that was given; null for stdout. */
  readonly journal: { readonly path: string; readonly name: string; readonly mode: JournalMode } | null;
  readonly rerunFailed: boolean;
  readonly ordered: boolean;
  readonly values: boolean;
  readonly withEvents: boolean;
}

/** @throws {UsageError} */
export async function planBatch(
  args: ParsedArgs,
  io: CliIo,
  reader: InputReader,
  stop: AbortSignal,
): Promise<BatchPlan> {
  const { flags } = args;
  const schema = required(args, 0, 'schema');
  const tasks = args.positionals[1];
  const transport = flags.text('transport') === 'exec' ? 'exec' : 'app-server';
  const { additionalContext, ...settings } = await turnSettings(flags, reader, transport);
  const { images, ...codex } = codexOptions(args);
  const options = { ...codex, ...(images === undefined ? {} : { images }) };
  const problem = runProblem({ subcommand: 'exec', prompt: '', options }, settings, transport);
  if (problem !== null) throw new UsageError(problem);
  if (isStdin(schema) && flags.list('glob') === undefined && (tasks === undefined || isStdin(tasks))) {
    throw new UsageError('The schema and the tasks cannot both come from stdin; give one as a file.');
  }
  refuseBadInputs(options, flags, io);
  const output = outputOf(args, io);
  const place = schemaPlace(flags);
  const concurrency = integerOf(flags, 'concurrency', 1, 1000);
  const budgetTokens = integerOf(flags, 'budget-tokens', 1, Number.MAX_SAFE_INTEGER);
  const [maxFailures, shard] = [maxFailuresOf(flags), shardOf(flags)];
  return {
    schema: openSchema(schema, place),
    forAll: forAllTasks({ context: additionalContext, images }),
    options: {
      ...codex,
      ...settings,
      transport,
      ordered: output.ordered,
      shellSnapshot: flags.isOn('shell-snapshot'),
      keepEvents: output.withEvents || flags.text('report') !== undefined,
      env: io.env,
      cwd: io.cwd,
      openTaskSchema: taskSchemaOpener(place, io),
      ...(concurrency === undefined ? {} : { concurrency }),
      ...(budgetTokens === undefined ? {} : { budgetTokens }),
      ...(maxFailures === undefined ? {} : { maxFailures }),
      ...(shard === undefined ? {} : { shard }),
    },
    output,
    credentialBridge: planCredentialBridge(flags, codex, io),
    show: { quiet: flags.isOn('quiet'), verbose: flags.isOn('verbose') },
    // The last check: it opens a file.
    tasks: await openTasks(tasks, flags, io, await readTemplate(flags, reader), stop),
  };
}

function outputOf({ flags }: ParsedArgs, io: CliIo): OutputSettings {
  const name = flags.text('output');
  const [resume, overwrite, rerunFailed] = [
    flags.isOn('resume'),
    flags.isOn('overwrite'),
    flags.isOn('rerun-failed'),
  ];
  if (resume && overwrite) {
    throw new UsageError(
      '--resume goes on from the results that --overwrite would remove; give one of them.',
    );
  }
  if (rerunFailed && !resume) throw new UsageError('--rerun-failed belongs to --resume.');
  if (name === undefined && (resume || overwrite)) {
    throw new UsageError(
      `${resume ? '--resume' : '--overwrite'} needs --output FILE, which has the results.`,
    );
  }
  const mode = resume ? 'resume' : overwrite ? 'overwrite' : 'new';
  return {
    journal: name === undefined ? null : { path: checkOutputFile(name, io.cwd), name, mode },
    rerunFailed,
    ordered: flags.isOn('ordered'),
    values: flags.isOn('values'),
    withEvents: flags.value('envelope') === 'full',
  };
}

/** `--shard I/N`. @throws {UsageError} */
function shardOf(flags: ParsedFlags): Shard | undefined {
  const text = flags.text('shard');
  if (text === undefined) return undefined;
  const [, i = '', n = ''] = /^(\d{1,9})\/(\d{1,9})$/.exec(text) ?? [];
  const [index, count] = [Number(i), Number(n)];
  if (index >= 1 && index <= count) return { index, count };
  throw new UsageError(
    `${flags.sourceOf('shard')} is '${text}'; it takes I/N with I from 1 to N, such as 2/4.`,
  );
}

/** `--max-failures N` or `N%`. @throws {UsageError} */
function maxFailuresOf(flags: ParsedFlags): FailureLimit | undefined {
  const text = flags.text('max-failures');
  if (text === undefined) return undefined;
  const [, number = '', percent] = /^(\d{1,9}(?:\.\d{1,6})?)(%?)$/.exec(text) ?? [];
  const value = Number(number);
  if (percent === '%' && value > 0 && value <= 100) return { percent: value };
  if (percent === '' && Number.isInteger(value) && value >= 1) return { count: value };
  throw new UsageError(
    `${flags.sourceOf('max-failures')} is '${text}'; it takes a whole number from 1, or a share such as 5%.`,
  );
}

/** What the command line gives each task; a task's own comes after it, or in its place. */
type ForAllTasks = (tasks: TaskSource) => TaskSource;

function forAllTasks({
  context,
  images,
}: {
  readonly context: BatchTask['context'] | undefined;
  readonly images: BatchTask['images'] | undefined;
}): ForAllTasks {
  if (context === undefined && images === undefined) return (tasks) => tasks;
  const withDefaults = (task: BatchTask): BatchTask => {
    const all = [...(images ?? []), ...(task.images ?? [])];
    return {
      ...task,
      ...(context === undefined ? {} : { context: { ...context, ...task.context } }),
      ...(all.length === 0 ? {} : { images: all }),
    };
  };
  return async function* (tasks): AsyncGenerator<TaskRead> {
    for await (const read of tasks) {
      yield read.kind === 'task' ? { kind: 'task', task: withDefaults(read.task) } : read;
    }
  };
}
