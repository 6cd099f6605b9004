import type { CodexOptions } from './command.js';

/**
 * The options with these `-c` overrides after the user's own, so that they win; also over what the user passes
 * through, which comes last on codex's command line.
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
