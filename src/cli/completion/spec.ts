import type { CliCommand, Positional } from '../commands/command.js';
import { commandFlags } from '../commands/command.js';
import type { Flag } from '../flags/flag.js';
import { HELP_FLAG } from '../flags/flag.js';

/** What a completion script needs to know about a command, from the registry and the flag table. */
export interface CommandSpec {
  /** `run`, or the two words of `schema check`. */
  readonly words: readonly [string] | readonly [string, string];
  readonly name: string;
  readonly summary: string;
  readonly flags: readonly FlagSpec[];
  readonly positionals: readonly PositionalSpec[];
}

export interface FlagSpec {
  readonly name: string;
  readonly alias?: string;
  readonly describe: string;
  /** `none`: it does not take a value. `inline`: it takes one only as `--name=value`. */
  readonly takes: 'none' | 'inline' | 'value';
  readonly value: ValueSpec;
  /** What stands for the value in help. */
  readonly placeholder: string;
  readonly repeats: boolean;
}

export interface PositionalSpec {
  readonly name: string;
  /** Whether it may be repeated; only the last one may. */
  readonly repeats: boolean;
  readonly value: ValueSpec;
}

/** What a value can be; nothing is offered for `text`. */
export type ValueSpec =
  | { readonly kind: 'file' | 'directory' | 'text' }
  | { readonly kind: 'choice'; readonly choices: readonly string[] };

export function commandSpecs(commands: readonly CliCommand[]): readonly CommandSpec[] {
  return commands.map((command) => ({
    words: command.name.split(' ') as unknown as CommandSpec['words'],
    name: command.name,
    summary: command.summary,
    flags: [...commandFlags(command), HELP_FLAG].map(flagSpec),
    positionals: command.positionals.map(positionalSpec),
  }));
}

/** Returns the first words of two-word commands; `batch` is also a command itself. */
export function groupsOf(specs: readonly CommandSpec[]): readonly string[] {
  return [...new Set(specs.filter(({ words }) => words.length === 2).map(({ words }) => words[0]))];
}

export function isCommand(specs: readonly CommandSpec[], word: string): boolean {
  return specs.some(({ name }) => name === word);
}

/** Returns the words that may come first: one-word commands, groups and `help`. */
export function firstWords(specs: readonly CommandSpec[]): readonly { word: string; describe: string }[] {
  const ones = specs.filter(({ words }) => words.length === 1);
  return [
    ...ones.map(({ name, summary }) => ({ word: name, describe: summary })),
    ...groupsOf(specs)
      .filter((word) => !isCommand(specs, word))
      .map((word) => ({
        word,
        describe: `Commands: ${secondWords(specs, word).map((second) => second.word)}`.replaceAll(',', ', '),
      })),
    { word: 'help', describe: 'Print the help of a command, or the table of exit codes' },
  ];
}

export function secondWords(
  specs: readonly CommandSpec[],
  group: string,
): readonly { word: string; describe: string }[] {
  return specs.flatMap(({ words, summary }) =>
    words[0] === group && words[1] !== undefined ? [{ word: words[1], describe: summary }] : [],
  );
}

function flagSpec(flag: Flag): FlagSpec {
  const { name, alias, describe, placeholder, value } = flag;
  return {
    name,
    ...(alias === undefined ? {} : { alias }),
    describe,
    takes: value === 'switch' ? 'none' : value === 'optional' ? 'inline' : 'value',
    value: valueSpec(flag),
    placeholder,
    repeats: value === 'list',
  };
}

/** A name of a file in help, such as `FILE` or `FILE.md`, is one in completion too. */
function valueSpec({ choices, placeholder }: Flag): ValueSpec {
  if (choices !== undefined) return { kind: 'choice', choices };
  if (/^DIR\b/.test(placeholder)) return { kind: 'directory' };
  return { kind: /^(FILE|SCHEMA|PATH)\b/.test(placeholder) ? 'file' : 'text' };
}

function positionalSpec({ name, file, choices, repeats = false }: Positional): PositionalSpec {
  if (choices !== undefined) return { name, repeats, value: { kind: 'choice', choices } };
  return { name, repeats, value: { kind: file === undefined ? 'text' : 'file' } };
}
