import type { ParsedArgs } from '../args/parsed-flags.js';
import type { FileUse, Flag } from '../flags/flag.js';
import { type FlagName, flagsNamed } from '../flags/table.js';
import type { CliIo } from '../io.js';

/** One argument of a command, by its place. */
export interface Positional {
  readonly name: string;
  readonly describe: string;
  /** What the command does with the file that it names, if it names one. */
  readonly file?: FileUse;
  /** What that file is, to stand after `is` in a message about it: `one of the shards`. */
  readonly title?: string;
  /** The words that it may be, for help and completion. */
  readonly choices?: readonly string[];
  /** Of the last one: it may be given again and again. */
  readonly repeats?: boolean;
}

/** One command of the command line. Help, parsing and completion read what it says of itself. */
export interface CliCommand {
  readonly name: string;
  /** The positionals as help shows them, such as `<schema> [prompt]`. */
  readonly usage: string;
  /** One line, without a full stop. */
  readonly summary: string;
  readonly positionals: readonly Positional[];
  /** In the order of help. */
  readonly flags: readonly FlagName[];
  /** What a flag does here, where that is not quite what it does elsewhere. */
  readonly describes?: Readonly<Partial<Record<FlagName, string>>>;
  /** What it does with the file of a flag, if that is not what other commands do with it. */
  readonly files?: Readonly<Partial<Record<FlagName, FileUse>>>;
  /** Its exit codes and what they mean, where they are not those of outcomes. */
  readonly exits?: readonly (readonly [code: string, meaning: string])[];
  /** Whether it takes arguments for codex after `--`. */
  readonly passesOn: boolean;
  readonly examples: readonly (readonly [command: string, what: string])[];
  /**
   * @returns the exit code
   * @throws {UsageError} before anything is started
   */
  run(args: ParsedArgs, io: CliIo): Promise<number>;
}

/** Returns the flags of a command. Its own description of a flag replaces the flag's description and default. */
export function commandFlags({ flags, describes }: Pick<CliCommand, 'flags' | 'describes'>): readonly Flag[] {
  return flagsNamed(flags).map((flag) => {
    const describe = describes?.[flag.id as FlagName];
    if (describe === undefined) return flag;
    const { default: _default, ...rest } = flag;
    return { ...rest, describe };
  });
}
