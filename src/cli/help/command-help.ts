import { exitCodeTable } from '../../outcome/exit-codes.js';
import { type CliCommand, commandFlags } from '../commands/command.js';
import { describeFully, envNameOf, type Flag, HELP_FLAG, spellingOf } from '../flags/flag.js';
import { fill, helpWidth, table } from './columns.js';

/** Returns the help of one command. */
export function commandHelp(command: CliCommand, columns: number | undefined): string {
  const width = helpWidth(columns);
  const flags = commandFlags(command);
  const parts = [
    introduction(command, width),
    table(optionRows([...flags, HELP_FLAG]), width).join('\n'),
    ...environment(flags, width),
    examples(command),
    exits(command, columns),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Returns the table of exit codes as text. */
export function exitCodesText(columns: number | undefined): string {
  const rows = exitCodeTable().map(({ exit, kind, meaning }) => [exit.padEnd(5), kind, meaning]);
  const head = 'Exit codes, one per outcome kind (10-19: nothing ran; 20-29: codex ran):';
  return [fill(head, helpWidth(columns)), ...table(rows, helpWidth(columns))].join('\n');
}

/** A command line of an example, with the name of the program. */
export function exampleLine(example: string): string {
  return example.includes('codex-structured') ? example : `codex-structured ${example}`;
}

export function usageOf({ name, usage, passesOn }: CliCommand): string {
  const words = ['codex-structured', name, usage, '[options]', passesOn ? '[-- <codex arguments>]' : ''];
  return words.filter((word) => word !== '').join(' ');
}

function introduction(command: CliCommand, width: number): string {
  const rows = command.positionals.map(({ name, describe }) => [`<${name}>`, describe]);
  if (command.passesOn) rows.push(['-- <codex arguments>', 'Arguments that are passed to codex unchanged']);
  return [
    fill(`${command.summary}.`, width),
    '',
    fill(`Usage: ${usageOf(command)}`, width),
    ...(rows.length === 0 ? [] : ['', ...table(['Arguments:', ...rows], width)]),
  ].join('\n');
}

function optionRows(flags: readonly Flag[]): readonly (string | readonly string[])[] {
  return [...new Set(flags.map(({ group }) => group))].flatMap((group) => [
    `${group}:`,
    ...flags
      .filter((flag) => flag.group === group)
      .map((flag) => [`${flag.alias === undefined ? '    ' : ''}${spellingOf(flag)}`, describeFully(flag)]),
  ]);
}

/** Says the rule instead of listing the variables. */
function environment(flags: readonly Flag[], width: number): readonly string[] {
  const example = flags.find(({ env }) => env !== false);
  if (example === undefined) return [];
  const without = flags.filter(({ env }) => env === false).map(({ name }) => `--${name}`);
  const except = without.length === 0 ? '' : ` (except ${without.join(', ')})`;
  return [
    fill(
      `Environment: CODEX_STRUCTURED_<FLAG> sets a flag that is not given${except}: ${envNameOf(example)} sets --${example.name}. A switch is 1 or 0; a repeatable flag has one value per line.`,
      width,
    ),
  ];
}

/** Lines to be copied: they are not wrapped. */
function examples({ examples }: CliCommand): string {
  const lines = examples.flatMap(([example, what]) => [`  # ${what}`, `  ${exampleLine(example)}`]);
  return ['Examples:', ...lines].join('\n');
}

function exits({ exits }: CliCommand, columns: number | undefined): string {
  if (exits === undefined) return exitCodesText(columns);
  return table(
    ['Exit codes:', ...exits.map(([code, meaning]) => [code.padEnd(5), meaning])],
    helpWidth(columns),
  ).join('\n');
}
