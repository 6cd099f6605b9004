import { helpRenderer } from '../args/parser.js';
import type { CliCommand } from '../commands/command.js';
import { envNameOf, type Flag } from '../flags/flag.js';
import { flagsNamed } from '../flags/table.js';
import { exitCodesText } from './exit-codes.js';

/** Wider lines are hard to read, whatever the terminal. Also the width where there is no terminal. */
const WIDEST = 110;

/** The help of one command; its options and examples are rendered by yargs from the table that it parses by. */
export async function commandHelp(command: CliCommand, columns: number | undefined): Promise<string> {
  const flags = flagsNamed(command.flags);
  const parser = helpRenderer(flags.map(withValue)).wrap(Math.min(columns ?? WIDEST, WIDEST));
  for (const [example, what] of command.examples) {
    parser.example(example.includes('codex-structured') ? example : `codex-structured ${example}`, what);
  }
  const parts = [introduction(command), await parser.getHelp(), environment(flags), exitCodesText()];
  return `${parts.join('\n\n')}\n`;
}

function withValue(flag: Flag): Flag {
  if (flag.value === 'switch') return flag;
  const value = flag.placeholder ?? 'VALUE';
  return { ...flag, describe: `${flag.value === 'optional' ? `[=${value}]` : value}: ${flag.describe}` };
}

function introduction({ name, usage, summary, positionals, passesOn }: CliCommand): string {
  const width = Math.max(...positionals.map((positional) => positional.name.length));
  const lines = positionals.map((positional) => `  ${positional.name.padEnd(width)}  ${positional.describe}`);
  return [
    `Usage: codex-structured ${name} ${usage} [options]${passesOn ? ' [-- codex arguments]' : ''}`,
    '',
    `${summary}.`,
    '',
    'Arguments:',
    ...lines,
    ...(passesOn ? ["What follows '--' goes to codex untouched."] : []),
  ].join('\n');
}

function environment(flags: readonly Flag[]): string {
  const names = flags.filter((flag) => flag.env !== false).map((flag) => `  ${envNameOf(flag)}`);
  return [
    'Environment: flags that are not given are taken from these variables. A switch is 1 or 0, a flag that',
    'may be repeated has one value a line.',
    ...names,
  ].join('\n');
}
