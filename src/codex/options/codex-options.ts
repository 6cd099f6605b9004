import type { CodexOptions, Command } from '../command.js';
import { CODEX_FLAGS } from '../flags.js';
import { boolean, listOf, type OptionTable, oneOf, string } from './validators.js';

const BY_ARITY = { switch: boolean, one: string, many: listOf(string) };

/** The type of each option of codex. `commandProblems` checks which values codex would reject. */
export const CODEX_OPTIONS: OptionTable<CodexOptions> = {
  ...(Object.fromEntries(
    CODEX_FLAGS.map(({ option, arity }) => [option, BY_ARITY[arity]]),
  ) as OptionTable<CodexOptions>),
  sandbox: oneOf('read-only', 'workspace-write', 'danger-full-access'),
  extraArgs: listOf(string),
};

/** Returns those of the given options that are codex's own and not undefined. */
export function codexOptionsOf(options: CodexOptions): CodexOptions {
  const own = Object.entries(options).filter(
    ([name, value]) => Object.hasOwn(CODEX_OPTIONS, name) && value !== undefined,
  );
  return Object.fromEntries(own);
}

/** Adds codex's options that were given for a run to those of its command; the run's win. */
export function withOptions(command: Command, options: CodexOptions): Command {
  return { ...command, options: { ...command.options, ...codexOptionsOf(options) } };
}

/**
 * Returns the options with these `-c` overrides after the user's own, so that they win; also over overrides passed
 * through after `--`, which come last on codex's command line.
 */
export function withOverridingConfig<T extends CodexOptions>(options: T, config: readonly string[]): T {
  return {
    ...options,
    config: [...(options.config ?? []), ...config],
    ...(options.extraArgs === undefined
      ? {}
      : { extraArgs: [...options.extraArgs, ...config.flatMap((override) => ['-c', override])] }),
  };
}
