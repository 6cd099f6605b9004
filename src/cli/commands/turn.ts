import { checkOptions } from '../../codex/check-options.js';
import type { CodexOptions, Command } from '../../codex/command.js';
import type { Outcome, TransportName } from '../../outcome/outcome.js';
import { runSource } from '../../run/run.js';
import { turnsProblem } from '../../run/turns/plan.js';
import type { SchemaIssue } from '../../schema/issue.js';
import type { Transport } from '../../transports/transport.js';
import { codexOptions } from '../args/codex-options.js';
import type { ParsedArgs } from '../args/parsed-flags.js';
import { type PromptPlan, planPrompt, readPrompt } from '../input/prompt.js';
import { openSchema, type SchemaInputPlan } from '../input/schema-source.js';
import { isStdin } from '../input/stdin-name.js';
import type { CliIo } from '../io.js';
import { type EventsFile, openEventsFile } from '../output/events-file.js';
import { placeOf } from '../output/finding-text.js';
import { Messenger } from '../output/messenger.js';
import { UsageError } from '../usage-error.js';
import { watchSignals } from '../watch/interruption.js';
import { observe } from '../watch/observer.js';
import { retryTeller } from '../watch/retry-teller.js';
import {
  type BeginCredentialBridge,
  type CredentialBridge,
  planCredentialBridge,
} from './bridge/credential-bridge.js';
import { beginReport, type ReportSettings, report, reportSettings } from './report.js';
import { schemaPlace, type TurnSettings, turnSettings } from './turn-settings.js';

export interface TurnArguments {
  readonly schema: string;
  /** Null: there is none to be given. */
  readonly prompt: string | undefined | null;
  readonly commandOf: (prompt: string, options: CodexOptions) => Command;
}

/** A turn that can be made: everything a person may have got wrong is checked. */
interface PlannedTurn {
  readonly commandOf: (prompt: string) => Command;
  readonly settings: TurnSettings;
  /** Driven by the app server, instead of by `codex exec`. */
  readonly appServer: boolean;
  readonly reporting: ReportSettings;
  readonly schema: SchemaInputPlan;
  readonly prompt: PromptPlan;
  readonly show: { readonly quiet: boolean; readonly verbose: boolean };
  readonly events: EventsFile | null;
  /** Null: codex has its key by itself. */
  readonly credentialBridge: BeginCredentialBridge | null;
}

/**
 * What `run`, `resume`, `fork` and `review` do.
 *
 * @returns the exit code
 * @throws {UsageError}
 */
export async function turn(args: ParsedArgs, io: CliIo, given: TurnArguments): Promise<number> {
  const planned = plan(args, io, given);
  beginReport(planned.reporting);
  const messenger = new Messenger(io);
  const interruption = watchSignals(io, messenger);
  try {
    const outcome = await make(planned, io, messenger, interruption.signal);
    const problems = [planned.events?.close() ?? null];
    return await report(outcome, planned.reporting, io, messenger, problems);
  } finally {
    interruption.end();
  }
}

function plan(args: ParsedArgs, io: CliIo, given: TurnArguments): PlannedTurn {
  const { flags } = args;
  const options = codexOptions(args);
  const commandOf = (prompt: string) => given.commandOf(prompt, options);
  const settings = turnSettings(flags, io.cwd);
  const appServer = flags.text('transport') === 'app-server';
  refuseBadOptions(commandOf(''), settings, appServer ? 'app-server' : 'exec');
  const eventsPath = flags.text('events');
  const schemaOnStdin = isStdin(given.schema);
  return {
    commandOf,
    settings,
    appServer,
    reporting: reportSettings(flags, io),
    prompt:
      given.prompt === null
        ? { kind: 'given', text: '', appendStdin: false }
        : planPrompt(
            { argument: given.prompt, promptFile: flags.text('prompt-file'), stdinTaken: schemaOnStdin },
            io,
          ),
    schema: openSchema(given.schema, schemaPlace(flags, io)),
    credentialBridge: planCredentialBridge(flags, options, io),
    show: { quiet: flags.isOn('quiet'), verbose: flags.isOn('verbose') },
    // The last check: it makes a file.
    events: eventsPath === undefined ? null : openEventsFile(eventsPath, io.cwd),
  };
}

async function make(
  planned: PlannedTurn,
  io: CliIo,
  messenger: Messenger,
  signal: AbortSignal,
): Promise<Outcome> {
  const { settings, events } = planned;
  const { timeoutMs, idleTimeoutMs } = settings;
  const started = Date.now();
  const opened = await planned.schema.read(io, { signal, timeoutMs, idleTimeoutMs });
  if ('ok' in opened) return opened;
  const prompt = await readPrompt(planned.prompt, io, { signal, timeoutMs, idleTimeoutMs });
  if (typeof prompt !== 'string') return prompt;

  const observer = observe(io, planned.show, messenger);
  const transport = planned.appServer ? await appServerTransport() : null;
  const bridge = (await planned.credentialBridge?.(messenger)) ?? null;
  const command = planned.commandOf(prompt);
  try {
    const options = {
      ...settings,
      timeoutMs: whatIsLeft(timeoutMs, Date.now() - started),
      signal,
      env: bridge?.env ?? io.env,
      cwd: io.cwd,
      ...observer.hooks,
      ...(planned.show.quiet ? {} : { onSchemaWarnings: warningTeller(planned.schema.name, messenger) }),
      ...(planned.show.quiet ? {} : { onRetry: retryTeller(observer, messenger) }),
      ...(events === null ? {} : { onBytes: events.onBytes }),
      ...(transport === null ? {} : { transport }),
    };
    return await runSource(bridged(command, bridge), opened.source, options, opened.parses);
  } finally {
    await transport?.close();
    await bridge?.close();
    observer.end();
  }
}

function bridged(command: Command, bridge: CredentialBridge | null): Command {
  return bridge === null ? command : { ...command, options: bridge.optionsFor(command.options) };
}

/** Loaded only by those who want it: an ordinary start should not pay for it. */
async function appServerTransport(): Promise<Transport> {
  return (await import('../../transports/app-server/transport.js')).createAppServerTransport();
}

/** Only the first: `schema check` has the rest. */
export function warningTeller(
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

/** A wait for stdin counts against the overall limit; the milliseconds of an ordinary start do not. */
function whatIsLeft(timeoutMs: number, spentMs: number): number {
  return timeoutMs === 0 || spentMs < 1000 ? timeoutMs : Math.max(1, timeoutMs - spentMs);
}

function refuseBadOptions(command: Command, settings: TurnSettings, transport: TransportName): void {
  const message = checkOptions(command)[0]?.message ?? turnsProblem(command, settings, transport);
  if (message !== null) throw new UsageError(message);
}
