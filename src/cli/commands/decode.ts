import type { TurnState } from '../../events/turn-state.js';
import { decodeSource } from '../../run/decode.js';
import { integerOf, sizeOf } from '../args/flag-values.js';
import type { ParsedArgs } from '../args/parsed-flags.js';
import { openEvents } from '../input/events-source.js';
import { InputReader } from '../input/input-reader.js';
import { EventsInput } from '../input/no-events.js';
import { isStdin } from '../input/open-input.js';
import { openSchema } from '../input/schema-source.js';
import type { CliIo } from '../io.js';
import { Messenger } from '../output/messenger.js';
import { UsageError } from '../usage-error.js';
import { observe } from '../watch/observer.js';
import type { CliCommand } from './command.js';
import { removeStaleOutput, reportOutcome, reportSettings } from './report-outcome.js';
import { OUTPUT_FLAGS, SCHEMA_FLAGS } from './turn-flags.js';
import { schemaPlace, schemaSettings } from './turn-settings.js';

export const decodeCommand: CliCommand = {
  name: 'decode',
  usage: '[events]',
  summary: 'Print the outcome of a finished run from its JSONL events; starts nothing',
  positionals: [
    {
      name: 'events',
      file: 'input',
      describe: "File with the output of 'codex exec --json' [default: stdin]",
    },
  ],
  flags: ['schema', ...SCHEMA_FLAGS, 'exit-code', 'max-line-bytes', 'fail-on-tool-error', ...OUTPUT_FLAGS],
  passesOn: false,
  examples: [
    ['decode events.jsonl --schema person.json', 'Print the value of the run'],
    [
      'codex exec --json "List three primes." | codex-structured decode --envelope',
      'Read the events from a pipe',
    ],
    ['decode events.jsonl --exit-code 1', 'Pass the exit code of codex'],
  ],
  run: decode,
};

async function decode(args: ParsedArgs, io: CliIo): Promise<number> {
  const { flags, positionals } = args;
  const schemaArgument = flags.text('schema');
  const [events] = positionals;
  if (isStdin(schemaArgument) && (events === undefined || isStdin(events))) {
    throw new UsageError('The schema and the events cannot both come from stdin; give one as a file.');
  }
  const exitCode = integerOf(flags, 'exit-code', 0, 255);
  const maxLineBytes = sizeOf(flags, 'max-line-bytes');
  const reporting = reportSettings(flags, io);
  const schema = schemaArgument === undefined ? null : openSchema(schemaArgument, schemaPlace(flags));
  const stream = await openEvents(events, io);
  const input = new EventsInput(stream, events === undefined || isStdin(events) ? 'stdin' : events);
  removeStaleOutput(reporting);

  const messenger = new Messenger(io);
  const opened = (await schema?.read(new InputReader(io))) ?? null;
  if (opened !== null && 'ok' in opened) return reportOutcome(opened, reporting, io, messenger);
  const settings = {
    ...schemaSettings(flags),
    env: io.env,
    keepEvents: reporting.envelope === 'full',
    failOnToolError: flags.isOn('fail-on-tool-error'),
    // A codex that failed may have printed nothing.
    ...(exitCode ? {} : { onTurn: (turn: TurnState) => input.refuseWithoutEvents(turn) }),
    ...(exitCode === undefined ? {} : { exitCode }),
    ...(maxLineBytes === undefined ? {} : { maxLineBytes }),
    ...observe(io, { quiet: true, verbose: flags.isOn('verbose') }, messenger).hooks,
  };
  const outcome = await decodeSource(input.chunks(), opened?.source ?? null, settings, opened?.parses);
  return reportOutcome(outcome, reporting, io, messenger);
}
