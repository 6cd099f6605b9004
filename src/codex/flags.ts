import type { CodexOptions, Subcommand } from './command.js';

/** One of codex's own flags, and where it may stand. */
export interface CodexFlag {
  readonly option: keyof CodexOptions;
  readonly flag: string;
  readonly short?: string;
  /** `switch`: takes no value. `many`: may be repeated. */
  readonly arity: 'switch' | 'one' | 'many';
  /** The subcommands that can be given it. */
  readonly takenBy: readonly Subcommand[];
  /**
   * `exec`: only `codex exec` itself knows it, so it goes before `resume` or `fork`, where it holds for
   * them too (measured: 0.171.0). `subcommand`: all three know it.
   */
  readonly place: 'exec' | 'subcommand';
  /** For a subcommand that cannot be given it: what to write instead. */
  readonly instead?: (options: CodexOptions) => string;
  /** The same as an override of the configuration, for a subcommand that cannot be given the flag. */
  readonly override?: (options: CodexOptions) => string;
}

/** A combination that codex would reject, told before anything starts. */
export interface FlagProblem {
  readonly flag: string;
  /** One sentence for a person: what is wrong, and what to write instead. */
  readonly message: string;
}

const ALL: readonly Subcommand[] = ['exec', 'resume', 'fork', 'review'];

/** Checked against `codex exec [resume|fork] --help` of 0.171.0 by `test/codex`. */
export const CODEX_FLAGS: readonly CodexFlag[] = [
  { option: 'cd', flag: '--cd', short: '-C', arity: 'one', takenBy: ALL, place: 'exec' },
  { option: 'profile', flag: '--profile', short: '-p', arity: 'one', takenBy: ALL, place: 'exec' },
  {
    option: 'sandbox',
    flag: '--sandbox',
    short: '-s',
    arity: 'one',
    takenBy: ['exec'],
    place: 'exec',
    instead: (options) => `-c '${sandboxOverride(options)}'`,
    override: sandboxOverride,
  },
  { option: 'addDirs', flag: '--add-dir', arity: 'many', takenBy: ALL, place: 'exec' },
  { option: 'oss', flag: '--oss', arity: 'switch', takenBy: ALL, place: 'exec' },
  { option: 'localProvider', flag: '--local-provider', arity: 'one', takenBy: ALL, place: 'exec' },
  { option: 'model', flag: '--model', short: '-m', arity: 'one', takenBy: ALL, place: 'subcommand' },
  { option: 'config', flag: '--config', short: '-c', arity: 'many', takenBy: ALL, place: 'subcommand' },
  { option: 'enable', flag: '--enable', arity: 'many', takenBy: ALL, place: 'subcommand' },
  { option: 'disable', flag: '--disable', arity: 'many', takenBy: ALL, place: 'subcommand' },
  {
    option: 'images',
    flag: '--image',
    short: '-i',
    arity: 'many',
    takenBy: ['exec', 'resume', 'fork'],
    place: 'subcommand',
  },
  flagForAll('skipGitRepoCheck', '--skip-git-repo-check'),
  flagForAll('ephemeral', '--ephemeral'),
  flagForAll('ignoreUserConfig', '--ignore-user-config'),
  flagForAll('ignoreRules', '--ignore-rules'),
  flagForAll('strictConfig', '--strict-config'),
  flagForAll('dangerouslyBypassApprovalsAndSandbox', '--dangerously-bypass-approvals-and-sandbox'),
  flagForAll('dangerouslyBypassHookTrust', '--dangerously-bypass-hook-trust'),
  { option: 'approveForMe', flag: '--approve-for-me', arity: 'switch', takenBy: ALL, place: 'exec' },
  // `resume` and `review` list it in their help, and refuse it.
  {
    option: 'worktree',
    flag: '--worktree',
    arity: 'switch',
    takenBy: ['exec', 'fork'],
    place: 'subcommand',
  },
  { option: 'threadSource', flag: '--thread-source', arity: 'one', takenBy: ALL, place: 'subcommand' },
  // As above: `review` refuses it.
  {
    option: 'cyberAccessProgram',
    flag: '--cyber-access-program',
    arity: 'one',
    takenBy: ['exec', 'resume', 'fork'],
    place: 'subcommand',
  },
];

function sandboxOverride({ sandbox = 'read-only' }: CodexOptions): string {
  return `sandbox_mode="${sandbox}"`;
}

function flagForAll(option: keyof CodexOptions, flag: string): CodexFlag {
  return { option, flag, arity: 'switch', takenBy: ALL, place: 'subcommand' };
}

/** The values of a flag as given: none where it is absent or switched off. */
export function valuesOf(flag: CodexFlag, options: CodexOptions): readonly string[] | 'on' {
  const given = options[flag.option];
  if (given === undefined || given === false) return [];
  if (given === true) return 'on';
  return typeof given === 'string' ? [given] : given;
}

/** Whether the command names this flag at all. */
export function isGiven(flag: CodexFlag, options: CodexOptions): boolean {
  const values = valuesOf(flag, options);
  return values === 'on' || values.length > 0;
}

/** How the command is called here, for messages. */
export function commandName(subcommand: Subcommand): string {
  return subcommand === 'exec' ? 'run' : subcommand;
}
