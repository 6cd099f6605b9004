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

type Arity = CodexFlag['arity'];
type Rest = Partial<Pick<CodexFlag, 'short' | 'takenBy' | 'place' | 'instead' | 'override'>>;

/**
 * Every option but `extraArgs`, in the order of codex's arguments. `test/codex` compares it with
 * `codex exec [resume|fork] --help` of 0.171.0.
 */
const FLAGS = {
  cd: row('one', '--cd', { short: '-C', place: 'exec' }),
  profile: row('one', '--profile', { short: '-p', place: 'exec' }),
  sandbox: row('one', '--sandbox', {
    short: '-s',
    takenBy: ['exec'],
    place: 'exec',
    instead: (options) => `-c '${sandboxOverride(options)}'`,
    override: sandboxOverride,
  }),
  addDirs: row('many', '--add-dir', { place: 'exec' }),
  oss: row('switch', '--oss', { place: 'exec' }),
  localProvider: row('one', '--local-provider', { place: 'exec' }),
  model: row('one', '--model', { short: '-m' }),
  config: row('many', '--config', { short: '-c' }),
  enable: row('many', '--enable'),
  disable: row('many', '--disable'),
  images: row('many', '--image', { short: '-i', takenBy: ['exec', 'resume', 'fork'] }),
  skipGitRepoCheck: row('switch', '--skip-git-repo-check'),
  ephemeral: row('switch', '--ephemeral'),
  ignoreUserConfig: row('switch', '--ignore-user-config'),
  ignoreRules: row('switch', '--ignore-rules'),
  strictConfig: row('switch', '--strict-config'),
  dangerouslyBypassApprovalsAndSandbox: row('switch', '--dangerously-bypass-approvals-and-sandbox'),
  dangerouslyBypassHookTrust: row('switch', '--dangerously-bypass-hook-trust'),
  approveForMe: row('switch', '--approve-for-me', { place: 'exec' }),
  // `resume` and `review` list it in their help, but reject it.
  worktree: row('switch', '--worktree', { takenBy: ['exec', 'fork'] }),
  threadSource: row('one', '--thread-source'),
  // `review` lists it in its help, but rejects it.
  cyberAccessProgram: row('one', '--cyber-access-program', { takenBy: ['exec', 'resume', 'fork'] }),
} satisfies Record<Exclude<keyof CodexOptions, 'extraArgs'>, unknown>;

export const CODEX_FLAGS: readonly CodexFlag[] = Object.entries(FLAGS).map(([option, flag]) => ({
  option: option as keyof typeof FLAGS,
  ...flag,
}));

function row(arity: Arity, flag: string, rest: Rest = {}): Omit<CodexFlag, 'option'> {
  return { flag, arity, takenBy: ALL, place: 'subcommand', ...rest };
}

function sandboxOverride({ sandbox = 'read-only' }: CodexOptions): string {
  return `sandbox_mode="${sandbox}"`;
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
