import type { ParsedArgs } from '../args/parsed-flags.js';
import type { FileUse, Flag } from '../flags/flag.js';
import { type FlagName, flagsNamed } from '../flags/table.js';
import type { CliIo } from '../io.js';

/** A positional argument of a command. */
export interface Positional {
  readonly name: string;
  readonly describe: string;
  /** What the command does with the file that it names. */
  readonly file?: FileUse;
  /** A description to follow `is` in a message about the file: `one of the shards`. */
  readonly title?: string;
  /** The only values that it accepts. */
  readonly choices?: readonly string[];
  /** Whether the last positional may be repeated. */
  readonly repeats?: boolean;
}

/** A command of the command line. Parsing, help and completion use its description. */
export interface CliCommand {
  readonly name: string;
  /** The positionals as help shows them, such as `<schema> [prompt]`. */
  readonly usage: string;
  /** One line, without a full stop. */
  readonly summary: string;
  readonly positionals: readonly Positional[];
  /** In the order of help. */
  readonly flags: readonly FlagName[];
  /** Descriptions of flags that differ from those of other commands. */
  readonly describes?: Readonly<Partial<Record<FlagName, string>>>;
  /** Uses of a flag's file that differ from those of other commands. */
  readonly files?: Readonly<Partial<Record<FlagName, FileUse>>>;
  /** Its exit codes with their meanings, if they are not those of outcomes. */
  readonly exits?: readonly (readonly [code: string, meaning: string])[];
  /** Whether it accepts arguments for codex after `--`. */
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
