import type { CodexOptions, Command } from '../../codex/command.js';
import type { SchemaIssue } from '../../diagnostics/issue.js';
import type { Outcome } from '../../outcome/outcome.js';
import { runSource } from '../../run/run.js';
import { runProblem } from '../../run/run-problem.js';
import type { ParsedArgs, ParsedFlags } from '../args/parsed-flags.js';
import { CODEX_FLAGS } from '../flags/codex-flags.js';
import { InputReader } from '../input/input-reader.js';
import { isStdin } from '../input/open-input.js';
import { type PromptPlan, planPrompt, readPrompt } from '../input/prompt.js';
import { openSchema, type SchemaInputPlan } from '../input/schema-source.js';
import { WaitEnded } from '../input/wait.js';
import type { CliIo } from '../io.js';
import { openEventsFile } from '../output/events-file.js';
import type { EventsFile } from '../output/events-pipe.js';
import { placeOf } from '../output/finding-text.js';
import { inFlags } from '../output/in-flags.js';
import { loginHint } from '../output/login-hint.js';
import { Messenger } from '../output/messenger.js';
import { UsageError } from '../usage-error.js';
import { observe, retryNotice } from '../watch/observer.js';
import { withSignals } from '../watch/signals.js';
import {
  type CredentialBridge,
  planCredentialBridge,
  type StartCredentialBridge,
} from './bridge/credential-bridge.js';
import { removeStaleOutput, reportOutcome, reportSettings } from './report-outcome.js';
import { codexOptions, schemaPlace, type TurnSettings, timeLimits, turnSettings } from './turn-settings.js';
import { validateInputs } from './validate-inputs.js';

export interface TurnArguments {
  readonly schema: string;
  /** Null if the command takes no prompt. */
  readonly prompt: string | undefined | null;
  readonly commandOf: (prompt: string, options: CodexOptions) => Command;
}

/** A turn whose arguments are all checked. */
interface PlannedTurn {
  readonly commandOf: (prompt: string) => Command;
  readonly refuseBadPrompt: (prompt: string) => void;
  readonly settings: TurnSettings;
  readonly transport: 'exec' | 'app-server';
  readonly schema: SchemaInputPlan;
  readonly prompt: PromptPlan;
  readonly show: { readonly quiet: boolean; readonly verbose: boolean };
  readonly events: EventsFile | null;
  /** Null if codex reads its own key. */
  readonly credentialBridge: StartCredentialBridge | null;
}

/**
 * Runs `run`, `resume`, `fork` and `review`.
 *
 * @returns the exit code
 * @throws {UsageError}
 */
export async function turn(args: ParsedArgs, io: CliIo, given: TurnArguments): Promise<number> {
  const reporting = reportSettings(args.flags, io);
  const limits = timeLimits(args.flags);
  const messenger = new Messenger(io);
  return withSignals(io, messenger, async (signal) => {
    const reader = new InputReader(io, { signal, ...limits });
    const planned = await orWaitFailure(() => plan(args, io, given, reader));
    removeStaleOutput(reporting);
    if ('ok' in planned) return reportOutcome(planned, reporting, io, messenger);
    const outcome = await orWaitFailure(() => execute(planned, io, messenger, reader, signal));
    const problems = [(await planned.events?.close()) ?? null];
    const code = await reportOutcome(withSwapHint(outcome, given), reporting, io, messenger, problems);
    const settings = { env: io.env, config: args.flags.list('config'), profile: args.flags.text('profile') };
    const hint = planned.credentialBridge === null ? await loginHint(outcome, settings) : null;
    if (hint !== null) messenger.error(hint);
    return code;
  });
}

/** Adds a hint if the schema cannot be read and the prompt names a schema file. */
function withSwapHint(outcome: Outcome, { schema, prompt }: TurnArguments): Outcome {
  const isUnreadable = outcome.kind === 'schema_encode' && outcome.reason === 'unreadable';
  if (!isUnreadable || !prompt || !/\.(json5?|jsonc|ya?ml|[cm]?[jt]s)(#.*)?$/i.test(prompt)) return outcome;
  const hint = `Did you swap the arguments? The schema comes first: ${prompt} "${schema}".`;
  return { ...outcome, message: `${outcome.message} ${hint}` };
}

/** Returns the result, or the failure if a time limit or a signal ended the wait for input. */
async function orWaitFailure<T>(read: () => Promise<T>): Promise<T | WaitEnded['failure']> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof WaitEnded) return error.failure;
    throw error;
  }
}

async function plan(
  args: ParsedArgs,
  io: CliIo,
  given: TurnArguments,
  reader: InputReader,
): Promise<PlannedTurn> {
  const { flags } = args;
  const options = codexOptions(args);
  const commandOf = (prompt: string) => given.commandOf(prompt, options);
  const settings = await turnSettings(flags, reader);
  const transport = flags.text('transport') === 'app-server' ? 'app-server' : 'exec';
  const problem = runProblem(commandOf(''), settings, transport);
  if (problem !== null) throw new UsageError(withVariable(inFlags(problem), flags));
  validateInputs(options, flags, io);
  const eventsPath = flags.text('events');
  const schemaOnStdin = isStdin(given.schema);
  return {
    commandOf,
    refuseBadPrompt: (prompt) => validateInputs({ prompt }, flags, io),
    settings,
    transport,
    prompt:
      given.prompt === null
        ? { kind: 'given', text: '', appendStdin: false }
        : await planPrompt(
            { argument: given.prompt, promptFile: flags.text('prompt-file'), stdinTaken: schemaOnStdin },
            io,
            reader,
          ),
    schema: openSchema(given.schema, schemaPlace(flags)),
    credentialBridge: planCredentialBridge(flags, options, io),
    show: { quiet: flags.isOn('quiet'), verbose: flags.isOn('verbose') },
    // Comes last, since it creates a file.
    events: eventsPath === undefined ? null : await openEventsFile(eventsPath, reader),
  };
}

async function execute(
  planned: PlannedTurn,
  io: CliIo,
  messenger: Messenger,
  reader: InputReader,
  signal: AbortSignal,
): Promise<Outcome> {
  const { settings, events } = planned;
  const { timeoutMs } = settings;
  const opened = await planned.schema.read(reader);
  if ('ok' in opened) return opened;
  const prompt = await readPrompt(planned.prompt, reader);
  planned.refuseBadPrompt(prompt);

  const observer = observe(io, planned.show, messenger);
  const bridge = (await planned.credentialBridge?.(messenger)) ?? null;
  const command = planned.commandOf(prompt);
  try {
    const options = {
      ...settings,
      timeoutMs: remainingMs(timeoutMs, reader.spentMs),
      signal,
      env: bridge?.env ?? io.env,
      cwd: io.cwd,
      transport: planned.transport,
      ...observer.hooks,
      ...(planned.show.quiet ? {} : { onSchemaWarnings: warningNotice(planned.schema.name, messenger) }),
      ...(planned.show.quiet ? {} : { onRetry: retryNotice(observer, messenger) }),
      ...(events === null ? {} : { onBytes: events.onBytes }),
    };
    return await runSource(bridged(command, bridge), opened.source, options, {
      standardParses: opened.parses,
    });
  } finally {
    await bridge?.close();
    observer.end();
  }
}

function bridged(command: Command, bridge: CredentialBridge | null): Command {
  return bridge === null ? command : { ...command, options: bridge.optionsFor(command.options) };
}

/** Prints only the first warning; `schema check` prints the rest. */
export function warningNotice(
  name: string,
  messenger: Messenger,
): (warnings: readonly SchemaIssue[]) => void {
  return (warnings) => {
    const [first] = warnings;
    if (first === undefined) return;
    const place = first.pointer === '' ? '(root)' : first.pointer;
    const others = warnings.length === 1 ? '' : ` There are ${warnings.length} such warnings:`;
    messenger.error(
      `warning: ${placeOf(name, first)}: ${place}: ${first.message}${others} see 'codex-structured schema check'.`,
    );
  };
}

/** Returns the rest of the overall limit. A wait for input counts, the milliseconds of an ordinary start do not. */
function remainingMs(timeoutMs: number, spentMs: number): number {
  return timeoutMs === 0 || spentMs < 1000 ? timeoutMs : Math.max(1, timeoutMs - spentMs);
}

/** Names the variable where a flag that is refused was set by one, since nobody typed it. */
function withVariable(problem: string, flags: ParsedFlags): string {
  const set = CODEX_FLAGS.find(
    ({ id, name }) => flags.sourceOf(id) !== `--${name}` && problem.includes(`--${name}`),
  );
  if (set === undefined) return problem;
  return problem.replace(`--${set.name}`, `--${set.name} (set by ${flags.sourceOf(set.id)})`);
}
