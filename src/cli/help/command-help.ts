import { flagParser } from '../args/parser.js';
import type { CliCommand } from '../commands/command.js';
import { envNameOf, type Flag } from '../flags/flag.js';
import { flagsNamed } from '../flags/table.js';
import { exitCodesText } from './exit-codes.js';

/** Wider lines are hard to read, whatever the terminal. */
const WIDEST = 110;

/** The help of one command, rendered by yargs from the same table that it parses by. */
export async function commandHelp(command: CliCommand, columns: number | undefined): Promise<string> {
  const flags = flagsNamed(command.flags).map(withEnvName);
  const parser = flagParser(flags)
    .scriptName('codex-structured')
    .usage(usageText(command))
    .wrap(Math.min(columns ?? 80, WIDEST))
    .epilogue(`${exitCodesText()}\n\nEvery flag with an [env] name is also read from that variable.`);
  for (const [example, what] of command.examples) {
    parser.example(example.includes('codex-structured') ? example : `codex-structured ${example}`, what);
  }
  return `${await parser.getHelp()}\n`;
}

function withEnvName(flag: Flag): Flag {
  const value = flag.placeholder === undefined ? '' : ` (${flag.choices?.join(' | ') ?? flag.placeholder})`;
  const env = flag.env === false ? '' : ` [env: ${envNameOf(flag)}]`;
  return { ...flag, describe: `${flag.describe}${value}${env}` };
}

function usageText({ name, usage, summary, positionals, passesOn }: CliCommand): string {
  const width = Math.max(...positionals.map((positional) => positional.name.length));
  const lines = positionals.map((positional) => `  ${positional.name.padEnd(width)}  ${positional.describe}`);
  const rest = passesOn ? ['', "What follows '--' goes to codex untouched."] : [];
  return [
    `Usage: codex-structured ${name} ${usage} [options]${passesOn ? ' [-- codex arguments]' : ''}`,
    '',
    `${summary}.`,
    '',
    'Arguments:',
    ...lines,
    ...rest,
  ].join('\n');
}
