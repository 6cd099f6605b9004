import type { Subcommand } from './command.js';

/** A flag of `codex exec` without an option of its own: we set it, or the user may pass it after `--`. */
export interface OtherFlag {
  readonly flag: string;
  readonly short?: string;
  /** The subcommands whose `--help` lists it. */
  readonly listedBy: readonly Subcommand[];
  /**
   * `ours`: set by us if the command needs it. `passed on`: passed to codex after `--`. `refused`: not supported;
   * `why` says what to do instead.
   */
  readonly handling: 'ours' | 'passed on' | 'refused';
  readonly why?: string;
}

const ALL: readonly Subcommand[] = ['exec', 'resume', 'fork', 'review'];
const REMOTE =
  'codex does not accept a schema for a remote app server. Run codex-structured on the machine of that server.';

/** With `CODEX_FLAGS`: every flag of `codex exec [resume|fork|review] --help` of 0.171.0; `test/codex` checks it. */
export const OTHER_FLAGS: readonly OtherFlag[] = [
  {
    flag: '--json',
    listedBy: ALL,
    handling: 'ours',
    why: 'It is always set: the answer is read from those events.',
  },
  {
    flag: '--experimental-json',
    // Listed by 0.42.0; later releases accept it without listing it.
    listedBy: [],
    handling: 'ours',
    why: 'It is always set (as --json): the answer is read from those events.',
  },
  { flag: '--last', listedBy: ['resume'], handling: 'ours' },
  { flag: '--all', listedBy: ['resume'], handling: 'ours' },
  { flag: '--uncommitted', listedBy: ['review'], handling: 'ours' },
  { flag: '--base', listedBy: ['review'], handling: 'ours' },
  { flag: '--commit', listedBy: ['review'], handling: 'ours' },
  { flag: '--title', listedBy: ['review'], handling: 'ours' },
  { flag: '--help', short: '-h', listedBy: ALL, handling: 'ours' },
  { flag: '--version', short: '-V', listedBy: ['exec'], handling: 'ours' },
  { flag: '--output-schema', listedBy: ALL, handling: 'passed on' },
  { flag: '--output-last-message', short: '-o', listedBy: ALL, handling: 'passed on' },
  // It affects codex's output for people only; the events have no colors.
  { flag: '--color', listedBy: ['exec'], handling: 'passed on' },
  // It trusts the project for all later runs with this CODEX_HOME, so only an explicit flag of codex sets it.
  { flag: '--trust', listedBy: ALL, handling: 'passed on' },
  { flag: '--remote', listedBy: ALL, handling: 'refused', why: REMOTE },
  { flag: '--remote-auth-token-env', listedBy: ALL, handling: 'refused', why: REMOTE },
];

const BY_FLAG: ReadonlyMap<string, OtherFlag> = new Map(OTHER_FLAGS.map((flag) => [flag.flag, flag]));

/** Returns the row of a flag, given with or without its value; undefined if it is an option or unknown. */
export function otherFlag(argument: string): OtherFlag | undefined {
  return BY_FLAG.get(argument.split('=', 1)[0] ?? argument);
}
