import type { BatchOptions } from '../../../batch/batch-options.js';
import type { JournalMode } from '../../../batch/journal/journal.js';
import { runProblem } from '../../../run/run-problem.js';
import { integerOf } from '../../args/flag-values.js';
import type { ParsedArgs } from '../../args/parsed-flags.js';
import { requiredArgument } from '../../args/parsed-flags.js';
import type { InputReader } from '../../input/input-reader.js';
import { isStdin } from '../../input/open-input.js';
import { openSchema, type SchemaInputPlan } from '../../input/schema-source.js';
import type { CliIo } from '../../io.js';
import { checkOutputFile } from '../../output/output-file.js';
import { UsageError } from '../../usage-error.js';
import { planCredentialBridge, type StartCredentialBridge } from '../bridge/credential-bridge.js';
import { codexOptions, schemaPlace, turnSettings } from '../turn-settings.js';
import { validateInputs } from '../validate-inputs.js';
import { maxFailuresOf, shardOf } from './limits.js';
import { taskSchemaOpener } from './open-task-schema.js';
import { type OpenedTasks, openTasks, readTemplate } from './open-tasks.js';
import { type ForAllTasks, forAllTasks } from './task-defaults.js';

/** A batch that can be made: everything a person may have got wrong is checked. */
export interface BatchPlan {
  readonly schema: SchemaInputPlan;
  readonly tasks: OpenedTasks;
  readonly forAll: ForAllTasks;
  readonly options: BatchOptions;
  readonly output: OutputSettings;
  readonly show: { readonly quiet: boolean; readonly verbose: boolean };
  /** Null: codex has its key by itself. */
  readonly credentialBridge: StartCredentialBridge | null;
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
  const schema = requiredArgument(args, 0, 'schema');
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
  validateInputs(options, flags, io);
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
