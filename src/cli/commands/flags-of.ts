import type { Flag } from '../flags/flag.js';
import { type FlagName, flagsNamed } from '../flags/table.js';
import type { CliCommand } from './command.js';

/** The flags of a command, described as it describes them. */
export function commandFlags({ flags, describes }: Pick<CliCommand, 'flags' | 'describes'>): readonly Flag[] {
  return flagsNamed(flags).map((flag) => {
    const describe = describes?.[(flag.key ?? flag.name) as FlagName];
    return describe === undefined ? flag : { ...flag, describe };
  });
}
