import type { CliCommand } from './command.js';
import { COMMANDS } from './registry.js';

/** The command that the first words of the arguments name, and what is left of them. */
export interface NamedCommand {
  readonly name: string;
  readonly load: () => Promise<CliCommand>;
  readonly rest: readonly string[];
}

/** A command's name is one word (`run`) or two (`schema check`); `batch merge` is not `batch` with a schema. */
export function findCommand(argv: readonly string[]): NamedCommand | undefined {
  const [first = '', second] = argv;
  const name = `${first} ${second}`;
  const two = COMMANDS.get(name);
  if (two !== undefined) return { name, load: two, rest: argv.slice(2) };
  const one = COMMANDS.get(first);
  return one === undefined ? undefined : { name: first, load: one, rest: argv.slice(1) };
}

/** The commands whose name begins with this word: `schema` has four. Empty where there are none. */
export function commandsOfGroup(word: string): readonly string[] {
  return [...COMMANDS.keys()].filter((name) => name.startsWith(`${word} `));
}
