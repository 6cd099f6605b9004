import type { CodexOptions } from '../../codex/command.js';

/** One flag of the command line. Parsing, help, environment variables, completion and the man page all use it. */
export interface Flag {
  /** What commands call it: its name, unless another command uses that name for something else. */
  readonly id: string;
  /** Without the dashes. */
  readonly name: string;
  /** One letter, without the dash. */
  readonly alias?: string;
  readonly value: FlagValue;
  /** What stands for the value in help, such as `FILE`. */
  readonly placeholder: string;
  /** One sentence without a full stop. Values and default are not part of it. */
  readonly describe: string;
  readonly group: FlagGroup;
  /** The only values that it accepts. */
  readonly choices?: readonly string[];
  /** What applies without the flag, for help. */
  readonly default?: string;
  /** What the command does with the file that the value names. */
  readonly file?: FileUse;
  /** The option of codex that it sets. */
  readonly codexOption?: keyof CodexOptions;
  /** False if no environment variable can set it. */
  readonly env?: false;
}

/**
 * `switch` takes no value; `text` takes one; `list` may be repeated, with one value each; `optional` takes one only as
 * `--name=value`, so that it never consumes a positional.
 */
export type FlagValue = 'switch' | 'text' | 'list' | 'optional';

/**
 * What a command does with a file. A `journal` is an output with a lock file beside it. `at-input`: the value is
 * `@FILE`, perhaps after `KEY=`, or names no file; `loose-input`: the value may contain a file that codex reads.
 */
export type FileUse = 'input' | 'at-input' | 'loose-input' | 'schema' | 'output' | 'journal';

export type FlagGroup =
  | 'Input'
  | 'Schema'
  | 'Output'
  | 'Limits'
  | 'Retries'
  | 'Execution'
  | 'Credentials'
  | 'Rehearsal'
  | 'Codex'
  | 'General';

/** The name in a flag's spelling: `model` in `-m, --model <MODEL>`. */
type NameIn<Spelling extends string> = Spelling extends `${string}--${infer Rest}`
  ? Rest extends `${infer Name}${' ' | '[='}${string}`
    ? Name
    : Rest
  : never;

type Facts = Pick<Flag, 'choices' | 'default' | 'file' | 'codexOption' | 'env'>;

const SPELLING = /^(?:-(\w), )?--([\w-]+)(?: <(.+?)>(\.\.\.)?|\[=(.+)\])?$/;

/**
 * Returns the builder of the flags of one group.
 *
 * The spelling is that of help: `--name` is a switch, `--name <VALUE>` takes a value, `--name <VALUE>...` is
 * repeatable, `--name[=VALUE]` takes an optional value.
 */
export function flagsIn(group: FlagGroup) {
  return <const S extends string, Id extends string = NameIn<S>>(
    spelling: S,
    describe: string,
    facts: Facts & { readonly id?: Id } = {},
  ): Flag & { readonly id: Id } => {
    const [, alias, name = '', required, repeats, optional] = SPELLING.exec(spelling) ?? [];
    const value = required === undefined ? (optional === undefined ? 'switch' : 'optional') : 'text';
    return {
      id: name as Id,
      name,
      ...(alias === undefined ? {} : { alias }),
      value: repeats === undefined ? value : 'list',
      placeholder: required ?? optional ?? '',
      describe,
      group,
      ...facts,
    };
  };
}

/** Every command takes it, and it overrides everything else. */
export const HELP_FLAG = flagsIn('General')('-h, --help', 'Print help', { env: false });

/** The environment variable that sets a flag. */
export function envNameOf(flag: Flag): string {
  return `CODEX_STRUCTURED_${flag.name.toUpperCase().replaceAll('-', '_')}`;
}

/** A flag as help spells it: `-m, --model <MODEL>`. */
export function spellingOf({ name, alias, value, placeholder }: Flag): string {
  const suffix = {
    switch: '',
    text: ` <${placeholder}>`,
    list: ` <${placeholder}>...`,
    optional: `[=${placeholder}]`,
  };
  return `${alias === undefined ? '' : `-${alias}, `}--${name}${suffix[value]}`;
}

/** The description with the possible values and the default: `How codex is run [possible values: …] [default: …]`. */
export function describeFully({ describe, choices, default: fallback }: Flag): string {
  const values = choices === undefined ? '' : ` [possible values: ${choices.join(', ')}]`;
  return `${describe}${values}${fallback === undefined ? '' : ` [default: ${fallback}]`}`;
}
