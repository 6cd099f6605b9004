import type { CodexOptions } from '../../codex/command.js';
import { CODEX_FLAGS } from '../flags/codex-flags.js';
import type { ParsedArgs } from './parsed-flags.js';

/** codex's own flags as options of the command; what follows `--` is passed on untouched. */
export function codexOptions({ flags, afterDashes }: ParsedArgs): CodexOptions {
  const entries = CODEX_FLAGS.flatMap((flag) => {
    const value = flags.value(flag.name);
    return value === undefined ? [] : [[flag.codexOption, value] as const];
  });
  const options = Object.fromEntries(entries) as CodexOptions;
  return afterDashes === null || afterDashes.length === 0 ? options : { ...options, extraArgs: afterDashes };
}
