/**
 * A command for codex, before a transport turns it into arguments or JSON-RPC calls. Made by `exec`, `resume`,
 * `fork` and `review`.
 */
export type Command = ExecCommand | ResumeCommand | ForkCommand | ReviewCommand;

/** A prompt on a new thread. */
export interface ExecCommand {
  /** Tells the commands apart. */
  readonly subcommand: 'exec';
  /** The prompt, sent on stdin. */
  readonly prompt: string;
  /** The options of codex. */
  readonly options: CodexOptions;
}

/** A prompt on an existing thread. */
export interface ResumeCommand {
  /** Tells the commands apart. */
  readonly subcommand: 'resume';
  /** A thread's id or name, or the most recent thread of the working directory (`all`: of any directory). */
  readonly session: string | { readonly last: true; readonly all?: boolean };
  /** The prompt, sent on stdin. */
  readonly prompt: string;
  /** The options of codex. */
  readonly options: CodexOptions;
}

/** A prompt on a copy of a thread. */
export interface ForkCommand {
  /** Tells the commands apart. */
  readonly subcommand: 'fork';
  /** The thread's id or name. */
  readonly session: string;
  /** The prompt, sent on stdin. */
  readonly prompt: string;
  /** The options of codex. */
  readonly options: CodexOptions;
}

/** A review of code changes. A second turn of the same thread returns its result in the author's schema. */
export interface ReviewCommand {
  /** Tells the commands apart. */
  readonly subcommand: 'review';
  /** What to review. */
  readonly target: ReviewTarget;
  /** What to review, in words; only for the target `custom`. */
  readonly prompt: string;
  /** The options of codex. */
  readonly options: CodexOptions;
}

/** What a review looks at; `custom`: what its prompt says. */
export type ReviewTarget =
  /** Staged, unstaged and untracked changes. */
  | { readonly kind: 'uncommitted' }
  /** The changes that a merge into this branch would make. */
  | { readonly kind: 'base'; readonly branch: string }
  | { readonly kind: 'commit'; readonly sha: string; readonly title?: string }
  | { readonly kind: 'custom' };

export type Subcommand = Command['subcommand'];

/** What the agent's commands may do. */
export type SandboxMode = 'read-only' | 'workspace-write' | 'danger-full-access';

/** codex's own options, named like its flags. Not every subcommand accepts all of them. */
export interface CodexOptions {
  /** The model (`-m`). Default: codex's configuration. */
  readonly model?: string;
  /** The agent's working directory (`-C`), relative to `cwd`. Default: `cwd`. */
  readonly cd?: string;
  /** The sandbox of the agent's commands (`-s`). Default: codex's configuration. */
  readonly sandbox?: SandboxMode;
  /** Configuration overrides (`-c key=value`), in order; the value is TOML. */
  readonly config?: readonly string[];
  /** The configuration profile (`-p`). */
  readonly profile?: string;
  /** Images for the prompt (`-i`): PNG, JPEG, GIF or WebP files, relative to `cwd`. */
  readonly images?: readonly string[];
  /** Further directories that the agent may write to (`--add-dir`), relative to `cd`. */
  readonly addDirs?: readonly string[];
  /** Features of codex to switch on (`--enable`). */
  readonly enable?: readonly string[];
  /** Features of codex to switch off (`--disable`). */
  readonly disable?: readonly string[];
  /** Use a local open-source provider (`--oss`). */
  readonly oss?: boolean;
  /** The local provider for `oss` (`--local-provider`). */
  readonly localProvider?: string;
  /** Run outside of a trusted Git repository (`--skip-git-repo-check`). */
  readonly skipGitRepoCheck?: boolean;
  /** Do not store the thread (`--ephemeral`). */
  readonly ephemeral?: boolean;
  /** Ignore the user's configuration (`--ignore-user-config`). */
  readonly ignoreUserConfig?: boolean;
  /** Ignore execution policy rules (`--ignore-rules`). */
  readonly ignoreRules?: boolean;
  /** Reject unknown configuration keys (`--strict-config`). */
  readonly strictConfig?: boolean;
  /** Run commands without approval and without a sandbox. */
  readonly dangerouslyBypassApprovalsAndSandbox?: boolean;
  /** Run hooks without checking that they are trusted. */
  readonly dangerouslyBypassHookTrust?: boolean;
  /** Let codex's own reviewer decide on approvals, in the workspace-write sandbox (`--approve-for-me`). */
  readonly approveForMe?: boolean;
  /** Work in a new Git worktree, which codex creates below CODEX_HOME and keeps (`--worktree`). */
  readonly worktree?: boolean;
  /** How codex classifies the source of a new thread (`--thread-source`). */
  readonly threadSource?: string;
  /** A cyber access program of OpenAI: `standard`, `daybreak_blue` or `daybreak_red`. */
  readonly cyberAccessProgram?: string;
  /** Further arguments for codex, passed after all other flags (`--` on the command line). */
  readonly extraArgs?: readonly string[];
}
