import type { CodexOptions, Command } from '../../codex/command.js';
import { CODEX_FLAGS, isGiven } from '../../codex/flags.js';
import type { CodexInstallation, Environment } from '../../codex/installation.js';
import type { UnsupportedFailure } from '../../outcome/outcome.js';
import type { AnswerServerRequest } from './server-requests.js';
import { noOption } from './unsupported.js';

export interface ServerOptions {
  readonly codex: CodexInstallation;
  /** codex's arguments, including `app-server`. */
  readonly args: readonly string[];
  readonly env: Environment;
  readonly cwd: string;
  readonly killGraceMs: number;
  readonly maxLineBytes: number;
  /** How long it may take to answer its first request, in milliseconds. */
  readonly startLimitMs: number;
  readonly signal?: AbortSignal;
  /** Notifications that it should not send. */
  readonly unwanted?: readonly string[];
  readonly answer?: AnswerServerRequest;
  /** Called for each line in either direction, and of stderr. Must not throw. */
  readonly onTraffic?: (traffic: Traffic) => void;
  /** Called when it is being stopped or has exited: it must not get further turns. */
  readonly onLeaving?: () => void;
}

/** One line to or from the app server. */
export interface Traffic {
  /** Who wrote the line: this program, codex on stdout, or codex on stderr. */
  readonly direction: 'sent' | 'received' | 'stderr';
  /** The line, without its end. */
  readonly line: string;
}

/** How long a server may take to answer its first request. */
export const START_LIMIT_MS = 30_000;
/** How long a server may take to exit by itself after the end of stdin: it closes its databases in that time. */
export const STDIN_GRACE_MS = 2_000;

/** Returns the arguments of `codex app-server`. All other options are sent with the thread or the turn. */
export function serverArgs(options: CodexOptions): string[] {
  return [
    'app-server',
    ...(options.config ?? []).map((override) => `--config=${override}`),
    ...(options.enable ?? []).map((feature) => `--enable=${feature}`),
    ...(options.disable ?? []).map((feature) => `--disable=${feature}`),
    ...(options.strictConfig === true ? ['--strict-config'] : []),
  ];
}

/** Options of `codex exec` that the app server does not support, and what to do instead. */
const WITHOUT_EQUIVALENT: Partial<Record<keyof CodexOptions, string>> = {
  profile: "give what the profile sets with 'config', or use the exec transport.",
  oss: "name the provider with 'config' (model_provider=...), or use the exec transport.",
  localProvider: "name the provider with 'config' (model_provider=...), or use the exec transport.",
  ignoreUserConfig: 'set CODEX_HOME to a directory without config.toml, or use the exec transport.',
  ignoreRules: 'use the exec transport.',
  dangerouslyBypassHookTrust: 'use the exec transport.',
  approveForMe: 'use the exec transport.',
  worktree: 'use the exec transport.',
  threadSource: 'use the exec transport.',
  cyberAccessProgram: 'use the exec transport.',
};

/** Returns the failure of a command with an option that the app server does not support; null if it has none. */
export function unsupportedOption({ subcommand, options }: Command): UnsupportedFailure | null {
  for (const flag of CODEX_FLAGS) {
    const instead = WITHOUT_EQUIVALENT[flag.option];
    if (instead !== undefined && isGiven(flag, options))
      return noOption(flag.flag, `'${flag.option}'`, instead);
  }
  const [first] = options.extraArgs ?? [];
  if (first !== undefined)
    return noOption(first, first, "'extraArgs' are for codex exec; use the exec transport.");
  if (subcommand === 'resume' && options.ephemeral === true) {
    return noOption(
      'resume --ephemeral',
      "'ephemeral' when it resumes a thread",
      "fork the thread with 'ephemeral', or use the exec transport.",
    );
  }
  return null;
}
