import { exitCodeTable } from '../../outcome/exit-codes.js';
import type { CliCommand } from '../commands/command.js';
import { commandFlags } from '../commands/command.js';
import { COMMANDS } from '../commands/registry.js';
import { describeFully, envNameOf, type Flag, type FlagGroup, HELP_FLAG } from '../flags/flag.js';
import { FLAGS } from '../flags/table.js';
import { exampleLine, usageOf } from './command-help.js';
import { bold, definition, indented, italic, paragraph, roff, section, subsection } from './roff.js';

const NAME = 'codex-structured';

/** `codex-structured(1)` in roff, from the registry, the flag table and the table of exit codes. */
export async function manPage(version: string): Promise<string> {
  const commands = await Promise.all([...COMMANDS.values()].map((load) => load()));
  const parts = [
    // No date: the same source makes the same page.
    `.TH ${NAME.toUpperCase()} 1 "" "${NAME} ${version}" "User Commands"`,
    // Words are not broken, and lines are not stretched: most of them hold flags and paths.
    '.nh\n.ad l',
    section('NAME'),
    `${roff(NAME)} \\- one JSON value that conforms to a JSON Schema, from codex`,
    section('SYNOPSIS'),
    ...commands.map((command) => synopsis(command)),
    section('DESCRIPTION'),
    ...DESCRIPTION.map(paragraph),
    section('COMMANDS'),
    ...commands.map(ofCommand),
    section('OPTIONS'),
    paragraph('The commands that take an option are listed in parentheses.'),
    ...ofOptions(commands),
    section('ENVIRONMENT'),
    paragraph(
      'A variable sets an option that is not given. A switch is 1 or 0; a repeatable option has one value per line.',
    ),
    ...ofEnvironment(),
    section('EXIT STATUS'),
    paragraph('One per outcome kind. 10 to 19: nothing ran. 20 to 29: codex ran.'),
    ...exitCodeTable().map(({ exit, kind, meaning }) => definition(bold(exit), roff(`${kind}: ${meaning}.`))),
    section('EXAMPLES'),
    ...commands.flatMap(ofExamples),
    section('FILES'),
    ...FILES.map(([file, what]) => definition(italic(file), roff(what))),
    section('SEE ALSO'),
    `${bold('codex')}(1), ${bold('jq')}(1)`,
    paragraph(
      `The docs/ directory of the package has the full documentation; '${NAME} COMMAND --help' lists the options of a command.`,
    ),
  ];
  return `${parts.join('\n')}\n`;
}

const DESCRIPTION: readonly string[] = [
  'Takes a JSON Schema and a prompt, runs your own codex, and prints exactly one JSON value that is valid against the schema, or reports one typed failure that says what happened, whether anything ran, and whether a retry makes sense.',
  'Standard output contains the value on one line and nothing else; it is empty on failure. All messages go to standard error, and the exit status identifies the outcome kind. With --envelope, the whole outcome is printed as one line of JSON, on failure too.',
  'codex is searched for in --codex-path, CODEX_STRUCTURED_CODEX_PATH, CODEX_PATH, PATH, then an installed @openai/codex. Its own options keep their names and meaning, and arguments after -- are passed to it unchanged. There is no configuration file.',
];

const FILES: readonly (readonly [string, string])[] = [
  ['$CODEX_HOME', 'Login, configuration and sessions of codex [default: ~/.codex].'],
  [
    '$TMPDIR/codex-structured-*',
    'Schemas of running commands. The next command removes those of killed commands.',
  ],
];

/** Variables that do not belong to an option. */
const OTHER_VARIABLES: readonly (readonly [string, string])[] = [
  ['CODEX_PATH', 'Path of codex, used after CODEX_STRUCTURED_CODEX_PATH and before PATH.'],
  ['CODEX_HOME', 'Directory of codex.'],
  ['TMPDIR', 'Directory for temporary files.'],
  ['NO_COLOR', 'Any value disables color.'],
  ['GITHUB_ACTIONS', 'true: schema check prints GitHub annotations.'],
];

function synopsis(command: CliCommand): string {
  const call = `${NAME} ${command.name}`;
  return `${bold(call)}${roff(usageOf(command).slice(call.length))}\n.br`;
}

function ofCommand(command: CliCommand): string {
  const { name, usage, summary, positionals, exits } = command;
  return [
    subsection(`${name} ${usage}`.trim()),
    paragraph(`${summary}.`),
    ...positionals.map((positional) => definition(italic(positional.name), roff(`${positional.describe}.`))),
    ...(exits === undefined
      ? []
      : [paragraph(`Exit status: ${exits.map(([code, meaning]) => `${code}: ${meaning}`).join('; ')}.`)]),
  ].join('\n');
}

/** Returns each option once, by group, with the commands that describe it differently. */
function ofOptions(commands: readonly CliCommand[]): readonly string[] {
  const flags: readonly Flag[] = [...FLAGS, HELP_FLAG];
  const groups = [...new Set(flags.map(({ group }) => group))];
  return groups.flatMap((group) => [subsection(group), ...ofGroup(group, flags, commands)]);
}

function ofGroup(
  group: FlagGroup,
  flags: readonly Flag[],
  commands: readonly CliCommand[],
): readonly string[] {
  return flags
    .filter((flag) => flag.group === group)
    .map((flag) => {
      const takers = commands.flatMap((command) => {
        const taken = commandFlags(command).find((known) => known.id === flag.id);
        return taken === undefined ? [] : [{ command: command.name, describe: taken.describe }];
      });
      const own = takers.filter(({ describe }) => describe !== flag.describe);
      const sentences = [
        `${describeFully(flag)}.`,
        ...own.map(({ command, describe }) => `With ${command}: ${describe}.`),
        flag.name === HELP_FLAG.name
          ? '(every command)'
          : `(${takers.map(({ command }) => command).join(', ')})`,
      ];
      return definition(spelled(flag), roff(sentences.join(' ')));
    });
}

function spelled({ name, alias, value, placeholder }: Flag): string {
  const names = [...(alias === undefined ? [] : [bold(`-${alias}`)]), bold(`--${name}`)].join(', ');
  if (value === 'switch') return names;
  if (value === 'optional') return `${names}[=${italic(placeholder)}]`;
  return `${names} ${italic(placeholder)}${value === 'list' ? '...' : ''}`;
}

function ofEnvironment(): readonly string[] {
  const ofFlags = (FLAGS as readonly Flag[])
    .filter(({ env }) => env !== false)
    .map((flag) => definition(bold(envNameOf(flag)), roff(`--${flag.name}`)));
  return [...ofFlags, ...OTHER_VARIABLES.map(([name, what]) => definition(bold(name), roff(what)))];
}

function ofExamples({ examples }: CliCommand): readonly string[] {
  return examples.map(([example, what]) => `${paragraph(`${what}:`)}\n${indented(exampleLine(example))}`);
}
