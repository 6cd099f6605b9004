/**
 * A command for codex, before a transport turns it into arguments or JSON-RPC calls. Made by `exec`, `resume`,
 * `fork` and `review`.
 */
export type Command = ExecCommand | ResumeCommand | ForkCommand | ReviewCommand;

export interface ExecCommand {
  readonly subcommand: 'exec';
  readonly prompt: string;
  readonly options: CodexOptions;
}

export interface ResumeCommand {
  readonly subcommand: 'resume';
  /** A thread id or name, or the most recent thread. */
  readonly session: string | { readonly last: true; readonly all?: boolean };
  readonly prompt: string;
  readonly options: CodexOptions;
}

export interface ForkCommand {
  readonly subcommand: 'fork';
  readonly session: string;
  readonly prompt: string;
  readonly options: CodexOptions;
}

/** A review of code changes. A second turn of the same thread returns its result in the author's schema. */
export interface ReviewCommand {
  readonly subcommand: 'review';
  readonly target: ReviewTarget;
  /** What to review, in words; only for the target `custom`. */
  readonly prompt: string;
  readonly options: CodexOptions;
}

export type ReviewTarget =
  /** Staged, unstaged and untracked changes. */
  | { readonly kind: 'uncommitted' }
  /** The changes that a merge into this branch would make. */
  | { readonly kind: 'base'; readonly branch: string }
  | { readonly kind: 'commit'; readonly sha: string; readonly title?: string }
  | { readonly kind: 'custom' };

export type Subcommand = Command['subcommand'];

export type SandboxMode = 'read-only' | 'workspace-write' | 'danger-full-access';

/** codex's own flags. Which subcommand takes which is the table in `flags.ts`. */
export interface CodexOptions {
  readonly model?: string;
  /** The agent's working root (`-C`). */
  readonly cd?: string;
  readonly sandbox?: SandboxMode;
  /** `-c key=value` overrides, in order; the value is TOML, as codex reads it. */
  readonly config?: readonly string[];
  readonly profile?: string;
  readonly images?: readonly string[];
  readonly addDirs?: readonly string[];
  readonly enable?: readonly string[];
  readonly disable?: readonly string[];
  readonly oss?: boolean;
  readonly localProvider?: string;
  readonly skipGitRepoCheck?: boolean;
  readonly ephemeral?: boolean;
  readonly ignoreUserConfig?: boolean;
  readonly ignoreRules?: boolean;
  readonly strictConfig?: boolean;
  readonly dangerouslyBypassApprovalsAndSandbox?: boolean;
  readonly dangerouslyBypassHookTrust?: boolean;
  /** codex's own reviewer decides on what needs approval, in the workspace-write sandbox. */
  readonly approveForMe?: boolean;
  /** Work in a new Git worktree, which codex makes below CODEX_HOME and keeps. */
  readonly worktree?: boolean;
  /** How codex classifies the source of a new thread. */
  readonly threadSource?: string;
  /** A cyber access program of OpenAI: `standard`, `daybreak_blue` or `daybreak_red`. */
  readonly cyberAccessProgram?: string;
  /** Passed through untouched, after every flag of ours (`--` on the command line). */
  readonly extraArgs?: readonly string[];
}
