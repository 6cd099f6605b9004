import yargs, { type Argv } from 'yargs';
import { exitCodeTable } from '../../outcome/exit-codes.js';
import type { CliCommand } from '../commands/command.js';
import { commandFlags } from '../commands/command.js';
import { envNameOf, type Flag } from '../flags/flag.js';
import { HELP_FLAG } from '../flags/help-flag.js';
import { fill, helpWidth, table } from './columns.js';

/** The help of one command; its options and examples are rendered by yargs from the table that it parses by. */
export async function commandHelp(command: CliCommand, columns: number | undefined): Promise<string> {
  const width = helpWidth(columns);
  const flags = commandFlags(command);
  const renderer = helpRenderer([...flags, HELP_FLAG]).wrap(width);
  for (const [example, what] of command.examples) {
    renderer.example(example.includes('codex-structured') ? example : `codex-structured ${example}`, what);
  }
  const parts = [
    introduction(command, width),
    await renderer.getHelp(),
    ...environment(flags, width),
    exits(command, columns),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** A yargs that never parses; without types, whose labels would only stand in the way. */
function helpRenderer(flags: readonly Flag[]): Argv {
  const renderer = yargs([]).locale('en').exitProcess(false).version(false).help(false);
  for (const flag of flags) {
    const { describe, group, alias } = withValue(flag);
    renderer.option(flag.name, {
      describe,
      group: `${group}:`,
      ...(alias === undefined ? {} : { alias }),
    });
  }
  return renderer;
}

function withValue(flag: Flag): Flag {
  if (flag.value === 'switch') return flag;
  const value = flag.placeholder ?? 'VALUE';
  return { ...flag, describe: `${flag.value === 'optional' ? `[=${value}]` : value}: ${flag.describe}` };
}

function introduction(command: CliCommand, width: number): string {
  const { name, usage, summary, positionals, passesOn } = command;
  const call = ['codex-structured', name, usage, '[options]', passesOn ? '[-- codex arguments]' : ''];
  const rows = positionals.map((positional) => [positional.name, positional.describe]);
  return [
    fill(`Usage: ${call.filter((word) => word !== '').join(' ')}`, width),
    '',
    fill(`${summary}.`, width),
    ...(rows.length === 0 ? [] : ['', 'Arguments:', ...table(rows, width)]),
    ...(passesOn ? ["What follows '--' goes to codex untouched."] : []),
  ].join('\n');
}

function environment(flags: readonly Flag[], width: number): readonly string[] {
  const names = flags.filter((flag) => flag.env !== false).map((flag) => `  ${envNameOf(flag)}`);
  if (names.length === 0) return [];
  const head =
    'Environment: flags that are not given are taken from these variables. A switch is 1 or 0, a flag that may be repeated has one value a line.';
  return [[fill(head, width), ...names].join('\n')];
}

function exits({ exits }: CliCommand, columns: number | undefined): string {
  if (exits === undefined) return exitCodesText(columns);
  const rows = exits.map(([code, meaning]) => [code.padEnd(5), meaning]);
  return ['Exit codes:', ...table(rows, helpWidth(columns))].join('\n');
}

/** The exit-code table as text, from the one table of outcomes. */
export function exitCodesText(columns: number | undefined): string {
  const width = helpWidth(columns);
  const rows = exitCodeTable().map(({ exit, kind, meaning }) => [exit.padEnd(5), kind, meaning]);
  const head = fill('Exit codes: one a kind of outcome. 10-19: nothing ran. 20-29: codex ran.', width);
  return [head, ...table(rows, width)].join('\n');
}
