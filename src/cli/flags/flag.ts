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

export type FlagGroup = 'Codex' | 'Input' | 'Schema' | 'Output' | 'Limits' | 'Again' | 'Rehearsal' | 'Other';

/** The environment variable that stands for a flag. */
export function envNameOf(flag: Flag): string {
  return `CODEX_STRUCTURED_${flag.name.toUpperCase().replaceAll('-', '_')}`;
}
