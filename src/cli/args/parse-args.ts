import { envNameOf, type Flag } from '../flags/flag.js';
import { UsageError } from '../usage-error.js';
import { type FlagEntry, type ParsedArgs, ParsedFlags } from './parsed-flags.js';
import { normalizeArgv, parseRaw } from './parser.js';
import { refuseUnknownFlag } from './unknown-flag.js';

/** `help` if help was requested: nothing is checked or run. */
export type ParseResult = ParsedArgs | 'help';

/**
 * Parses the arguments after the command's name by the flags of the command.
 *
 * @throws {UsageError} for every mistake in the arguments
 */
export function parseArgs(
  argv: readonly string[],
  flags: readonly Flag[],
  env: Readonly<Record<string, string | undefined>>,
): ParseResult {
  const { positionals, given, afterDashes, error } = parseRaw(normalizeArgv(argv, flags), flags);
  if (given['help'] === true) return 'help';
  if (error !== null) throw new UsageError(switchWithValue(error) ?? `${error}.`);
  const values = new Map<string, FlagEntry>();
  for (const [name, raw] of Object.entries(given)) {
    const flag = flags.find((known) => known.name === name);
    if (flag === undefined) refuseUnknownFlag(name, argv, flags);
    values.set(name, { value: checked(flag, raw, argv), source: `--${name}` });
  }
  for (const flag of flags) {
    const entry = values.has(flag.name) ? null : fromEnvironment(flag, env);
    if (entry !== null) values.set(flag.name, entry);
  }
  // Without a file, the result goes there too.
  if (STDOUT.has(String(values.get('output')?.value))) values.delete('output');
  for (const flag of flags) refuseOtherChoice(flag, values.get(flag.name));
  return {
    positionals,
    flags: new ParsedFlags(values),
    afterDashes,
  };
}

function switchWithValue(message: string): string | null {
  const name = /^Argument unexpected for: (.+)$/.exec(message)?.[1];
  return name === undefined ? null : `${name.length === 1 ? '-' : '--'}${name} does not take a value.`;
}

function checked(flag: Flag, raw: unknown, argv: readonly string[]): FlagEntry['value'] {
  switch (flag.value) {
    case 'switch':
      return true;
    case 'list': {
      const list = (Array.isArray(raw) ? raw : [raw]).map(String);
      if (list.length === 0 || list.includes('')) throw noValue(flag, argv);
      return list;
    }
    default:
      // As in codex (clap): silently using the last value would hide a mistake.
      if (Array.isArray(raw)) throw new UsageError(`--${flag.name} is given more than once.`);
      if (typeof raw !== 'string' || raw === '') throw noValue(flag, argv);
      return raw;
  }
}

function noValue(flag: Flag, argv: readonly string[]): UsageError {
  const name = `--${flag.name}`;
  const at = argv.findIndex((token) => token === name || token === `-${flag.alias}`);
  const next = at === -1 ? undefined : argv[at + 1];
  const hint = next?.startsWith('-') ? `, and '${next}' is a flag (a value with a dash: ${name}=VALUE)` : '';
  return new UsageError(`${name} needs a value (${flag.placeholder})${hint}.`);
}

function refuseOtherChoice(flag: Flag, entry: FlagEntry | undefined): void {
  if (flag.choices === undefined || typeof entry?.value !== 'string') return;
  if (flag.choices.includes(entry.value)) return;
  const where = entry.source === envNameOf(flag) ? `${entry.source} is` : `${entry.source} got`;
  throw new UsageError(`${where} '${entry.value}'; it must be one of: ${flag.choices.join(', ')}.`);
}

const STDOUT: ReadonlySet<string> = new Set(['-', '/dev/stdout', '/dev/fd/1']);

const ON: ReadonlySet<string> = new Set(['1', 'true', 'yes', 'on']);
const OFF: ReadonlySet<string> = new Set(['0', 'false', 'no', 'off']);

/**
 * Returns the value that an environment variable gives a flag, or null. An empty variable counts as unset.
 *
 * @throws {UsageError} naming the variable
 */
export function fromEnvironment(
  flag: Flag,
  env: Readonly<Record<string, string | undefined>>,
): FlagEntry | null {
  if (flag.env === false) return null;
  const source = envNameOf(flag);
  const raw = env[source];
  if (raw === undefined || raw === '') return null;
  switch (flag.value) {
    case 'text':
      return { value: raw, source };
    case 'list':
      // One per line, since a path or a TOML value may contain any other separator.
      return { value: raw.split('\n').filter((line) => line !== ''), source };
    case 'switch':
      return switchValue(raw, source) ? { value: true, source } : null;
    case 'optional':
      if (flag.choices?.includes(raw)) return { value: raw, source };
      return switchValue(raw, source, flag.choices) ? { value: true, source } : null;
  }
}

function switchValue(raw: string, source: string, choices: readonly string[] = []): boolean {
  const word = raw.toLowerCase();
  if (ON.has(word)) return true;
  if (OFF.has(word)) return false;
  const known = ['1', '0', ...choices].join(', ');
  throw new UsageError(`${source} is '${raw}'; it must be one of: ${known}.`);
}
