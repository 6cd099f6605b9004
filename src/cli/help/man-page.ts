import { exitCodeTable } from '../../outcome/exit-codes.js';
import type { CliCommand } from '../commands/command.js';
import { commandFlags } from '../commands/command.js';
import { COMMANDS } from '../commands/registry.js';
import { envNameOf, type Flag, type FlagGroup } from '../flags/flag.js';
import { HELP_FLAG } from '../flags/help-flag.js';
import { FLAGS } from '../flags/table.js';
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
    paragraph('Each command takes the options that name it; what else they do is the same everywhere.'),
    ...ofOptions(commands),
    section('ENVIRONMENT'),
    paragraph(
      'An option that is not given is taken from its variable. A switch is 1 or 0, an option that may be repeated has one value a line.',
    ),
    ...ofEnvironment(),
    section('EXIT STATUS'),
    paragraph('One a kind of outcome. 10 to 19: nothing ran. 20 to 29: codex ran.'),
    ...exitCodeTable().map(({ exit, kind, meaning }) => definition(bold(exit), roff(`${kind}: ${meaning}.`))),
    section('EXAMPLES'),
    ...commands.flatMap(ofExamples),
    section('FILES'),
    ...FILES.map(([file, what]) => definition(italic(file), roff(what))),
    section('SEE ALSO'),
    `${bold('codex')}(1), ${bold('jq')}(1)`,
    paragraph(
      `The pages in docs/ of the package say more; '${NAME} COMMAND --help' has the options of a command.`,
    ),
  ];
  return `${parts.join('\n')}\n`;
}

const DESCRIPTION: readonly string[] = [
  'Give it a JSON Schema and a prompt: it drives your own codex and prints exactly one JSON value that is valid against your schema, or says in one typed failure what happened, whether anything ran, and whether trying again makes sense.',
  'Standard output has the value, on one line, and nothing else; on failure it stays empty. Everything for people is on standard error, and the exit status is the discriminant. With --envelope the whole outcome is printed as one line of JSON, success or failure.',
  'codex is looked for at --codex-path, CODEX_STRUCTURED_CODEX_PATH, CODEX_PATH, PATH, then an installed @openai/codex. Its own options keep their names and meaning, and what follows -- goes to it untouched. There is no configuration file.',
];

const FILES: readonly (readonly [string, string])[] = [
  ['$CODEX_HOME', 'The login, configuration and sessions of codex (default ~/.codex).'],
  [
    '$TMPDIR/codex-structured-*',
    'Schemas of running commands. Those of commands that were killed are removed by the next one.',
  ],
];

/** Variables that are no option's. */
const OTHER_VARIABLES: readonly (readonly [string, string])[] = [
  ['CODEX_PATH', 'The codex to run, after CODEX_STRUCTURED_CODEX_PATH and before PATH.'],
  ['CODEX_HOME', "codex's own directory."],
  ['TMPDIR', 'Where temporary files go.'],
  ['NO_COLOR', 'Set to anything: no colours.'],
  ['GITHUB_ACTIONS', 'Set to true: schema check writes annotations of GitHub.'],
];

function synopsis({ name, usage, passesOn }: CliCommand): string {
  const rest = [usage, '[options]', passesOn ? '[-- codex arguments]' : ''].filter((part) => part !== '');
  return `${bold(`${NAME} ${name}`)} ${roff(rest.join(' '))}\n.br`;
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

/** Each option once, by group; where a command describes it in its own way, that is said beside it. */
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
        const taken = commandFlags(command).find((known) => keyOf(known) === keyOf(flag));
        return taken === undefined ? [] : [{ command: command.name, describe: taken.describe }];
      });
      const own = takers.filter(({ describe }) => describe !== flag.describe);
      const sentences = [
        `${flag.describe}.`,
        ...own.map(({ command, describe }) => `With ${command}: ${describe}.`),
        flag.name === HELP_FLAG.name
          ? 'Every command.'
          : `(${takers.map(({ command }) => command).join(', ')})`,
      ];
      return definition(spelled(flag), roff(sentences.join(' ')));
    });
}

function keyOf({ key, name }: Flag): string {
  return key ?? name;
}

function spelled({ name, alias, value, placeholder = 'VALUE' }: Flag): string {
  const names = [...(alias === undefined ? [] : [bold(`-${alias}`)]), bold(`--${name}`)].join(', ');
  if (value === 'switch') return names;
  return value === 'optional' ? `${names}[=${italic(placeholder)}]` : `${names} ${italic(placeholder)}`;
}

function ofEnvironment(): readonly string[] {
  const ofFlags = (FLAGS as readonly Flag[])
    .filter(({ env }) => env !== false)
    .map((flag) => definition(bold(envNameOf(flag)), roff(`--${flag.name}`)));
  return [...ofFlags, ...OTHER_VARIABLES.map(([name, what]) => definition(bold(name), roff(what)))];
}

function ofExamples({ examples }: CliCommand): readonly string[] {
  return examples.map(([example, what]) => {
    const line = example.includes(NAME) ? example : `${NAME} ${example}`;
    return `${paragraph(`${what.charAt(0).toUpperCase()}${what.slice(1)}:`)}\n${indented(line)}`;
  });
}
