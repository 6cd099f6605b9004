import type { BatchOptions, FailureLimit, Shard } from '../../../batch/batch-options.js';
import type { BatchTask, TaskSource } from '../../../batch/batch-task.js';
import type { JournalMode } from '../../../batch/journal/journal.js';
import { runProblem } from '../../../run/run-problem.js';
import { integerOf } from '../../args/flag-values.js';
import type { ParsedArgs, ParsedFlags } from '../../args/parsed-flags.js';
import { requiredArgument } from '../../args/parsed-flags.js';
import type { InputReader } from '../../input/input-reader.js';
import { isStdin } from '../../input/open-input.js';
import { openSchema, type SchemaInputPlan } from '../../input/schema-source.js';
import { type CliIo, resolvePath } from '../../io.js';
import { inFlags } from '../../output/in-flags.js';
import { checkOutputFile } from '../../output/output-file.js';
import { UsageError } from '../../usage-error.js';
import { planCredentialBridge, type StartCredentialBridge } from '../bridge/credential-bridge.js';
import { codexOptions, schemaPlace, turnSettings } from '../turn-settings.js';
import { validateInputs } from '../validate-inputs.js';
import { type OpenedTasks, openTasks, readTemplate } from './open-tasks.js';
import { taskSchemaOpener } from './task-files.js';

/** A batch that can start: all arguments are checked. */
export interface BatchPlan {
  readonly schema: SchemaInputPlan;
  readonly tasks: OpenedTasks;
  readonly withDefaults: AddDefaults;
  /** Absolute paths of the schema, the tasks and the template, if they are files. */
  readonly inputFiles: readonly string[];
  readonly options: BatchOptions;
  readonly output: OutputSettings;
  readonly show: { readonly quiet: boolean; readonly verbose: boolean };
  /** Null if codex has its own key. */
  readonly credentialBridge: StartCredentialBridge | null;
}

/** Where and how results are written. */
export interface OutputSettings {
  /** The absolute path, and the name as given; null for stdout. */
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
  drain: AbortSignal,
): Promise<BatchPlan> {
  const { flags } = args;
  const schema = requiredArgument(args, 0, 'schema');
  const tasks = args.positionals[1];
  const transport = flags.text('transport') === 'exec' ? 'exec' : 'app-server';
  const { additionalContext, ...settings } = await turnSettings(flags, reader, transport);
  const { images, ...codex } = codexOptions(args);
  const options = { ...codex, ...(images === undefined ? {} : { images }) };
  const problem = runProblem({ subcommand: 'exec', prompt: '', options }, settings, transport);
  if (problem !== null) throw new UsageError(inFlags(problem));
  if (isStdin(schema) && flags.list('glob') === undefined && (tasks === undefined || isStdin(tasks))) {
    throw new UsageError('The schema and the tasks cannot both come from stdin; give one as a file.');
  }
  validateInputs(options, flags, io);
  const output = outputOf(args, io);
  const place = schemaPlace(flags);
  const concurrency = integerOf(flags, 'concurrency', 1, 1000);
  const budgetTokens = integerOf(flags, 'budget-tokens', 1, Number.MAX_SAFE_INTEGER);
  const [maxFailures, shard] = [maxFailuresOf(flags), shardOf(flags)];
  const schemaInput = openSchema(schema, place);
  return {
    schema: schemaInput,
    inputFiles: inputFiles(schemaInput, tasks, flags, io),
    withDefaults: taskDefaults(additionalContext, images),
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
    // This opens a file, so it comes last.
    tasks: await openTasks(tasks, flags, io, await readTemplate(flags, reader), drain),
  };
}

function inputFiles(
  { file }: SchemaInputPlan,
  tasks: string | undefined,
  flags: ParsedFlags,
  io: CliIo,
): readonly string[] {
  const template = flags.text('template') ?? '';
  const isFile = /^@[^@]/.test(template);
  const names = [tasks === undefined || isStdin(tasks) ? null : tasks, isFile ? template.slice(1) : null];
  return [file, ...names].flatMap((name) => (name === null ? [] : [resolvePath(io, name)]));
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
      '--resume continues from the results that --overwrite would remove; use only one of them.',
    );
  }
  if (rerunFailed && !resume) throw new UsageError('--rerun-failed requires --resume.');
  if (name === undefined && (resume || overwrite)) {
    throw new UsageError(`${resume ? '--resume' : '--overwrite'} requires --output FILE, the results file.`);
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
    `${flags.sourceOf('shard')} is '${text}', but must be I/N with I from 1 to N, such as 2/4.`,
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
    `${flags.sourceOf('max-failures')} is '${text}', but must be an integer from 1, or a percentage such as 5%.`,
  );
}

/** Adds the context and images of the command line to each task. */
type AddDefaults = (tasks: TaskSource) => TaskSource;

function taskDefaults(context: BatchTask['context'], images: BatchTask['images']): AddDefaults {
  if (context === undefined && images === undefined) return (tasks) => tasks;
  return async function* (tasks) {
    for await (const read of tasks)
      yield read.kind === 'task' ? { ...read, task: withDefaults(read.task) } : read;
  };

  function withDefaults(task: BatchTask): BatchTask {
    const all = [...(images ?? []), ...(task.images ?? [])];
    return {
      ...task,
      ...(context === undefined ? {} : { context: { ...context, ...task.context } }),
      ...(all.length === 0 ? {} : { images: all }),
    };
  }
}
