import type { CodexOptions, Subcommand } from './command.js';

/** A flag of codex, and where it is allowed. */
export interface CodexFlag {
  readonly option: keyof CodexOptions;
  readonly flag: string;
  readonly short?: string;
  /** `switch`: takes no value. `many`: may be repeated. */
  readonly arity: 'switch' | 'one' | 'many';
  /** The subcommands that accept it. */
  readonly takenBy: readonly Subcommand[];
  /**
   * `exec`: only `codex exec` itself accepts it, so it goes before `resume` or `fork`, and applies to them too
   * (measured with 0.171.0). `subcommand`: all subcommands accept it.
   */
  readonly place: 'exec' | 'subcommand';
  /** For a subcommand that does not accept it: what to use instead. */
  readonly instead?: (options: CodexOptions) => string;
  /** The equivalent configuration override, for a subcommand that does not accept the flag. */
  readonly override?: (options: CodexOptions) => string;
}

/** A flag that codex would reject. */
export interface FlagProblem {
  readonly flag: string;
  /** What is wrong and what to do instead. */
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
  // `resume` and `review` list it in their help, but reject it.
  {
    option: 'worktree',
    flag: '--worktree',
    arity: 'switch',
    takenBy: ['exec', 'fork'],
    place: 'subcommand',
  },
  { option: 'threadSource', flag: '--thread-source', arity: 'one', takenBy: ALL, place: 'subcommand' },
  // `review` lists it in its help, but rejects it.
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

/** Returns the values given for a flag; none if it is absent or off. */
export function valuesOf(flag: CodexFlag, options: CodexOptions): readonly string[] | 'on' {
  const given = options[flag.option];
  if (given === undefined || given === false) return [];
  if (given === true) return 'on';
  return typeof given === 'string' ? [given] : given;
}

/** Whether the options set this flag. */
export function isGiven(flag: CodexFlag, options: CodexOptions): boolean {
  const values = valuesOf(flag, options);
  return values === 'on' || values.length > 0;
}

/** Returns the name of our command for a subcommand of codex, for messages. */
export function commandName(subcommand: Subcommand): string {
  return subcommand === 'exec' ? 'run' : subcommand;
}
