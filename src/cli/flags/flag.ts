import type { CodexOptions } from '../../codex/command.js';

/** One flag of the command line: help, parsing, environment variables and completion all come from it. */
export interface Flag {
  /** What commands call it where another command means something else by the same name; else its name. */
  readonly key?: string;
  /** Without the dashes. */
  readonly name: string;
  /** One letter, without the dash. */
  readonly alias?: string;
  readonly value: FlagValue;
  /** What stands for the value in help, such as `FILE`. */
  readonly placeholder?: string;
  readonly describe: string;
  readonly group: FlagGroup;
  /** The only values that are taken. */
  readonly choices?: readonly string[];
  /** What the command does with the file that the value names, if it names one. */
  readonly file?: FileUse;
  /** The option of codex that it is, where it is one. */
  readonly codexOption?: keyof CodexOptions;
  /** False where no environment variable stands for it. */
  readonly env?: false;
}

/**
 * `switch` takes no value; `text` takes one; `list` may come again and again, one value each; `optional`
 * takes one only as `--name=value`, so that it never swallows a positional.
 */
export type FlagValue = 'switch' | 'text' | 'list' | 'optional';

/**
 * What a command does with a file. A `journal` is an output that has a lock beside it. `at-input`: the value is
 * `@FILE`, perhaps after `KEY=`, or names no file; `loose-input`: codex may read a file that stands in the value.
 */
export type FileUse = 'input' | 'at-input' | 'loose-input' | 'schema' | 'output' | 'journal';

export type FlagGroup = 'Codex' | 'Input' | 'Schema' | 'Output' | 'Limits' | 'Again' | 'Rehearsal' | 'Other';

/** The environment variable that stands for a flag. */
export function envNameOf(flag: Flag): string {
  return `CODEX_STRUCTURED_${flag.name.toUpperCase().replaceAll('-', '_')}`;
}
