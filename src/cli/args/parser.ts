import parse from 'yargs-parser/browser';
import type { Flag } from '../flags/flag.js';
import { HELP_FLAG } from '../flags/flag.js';

/** Arguments as yargs-parser returns them, by the names of the flags. */
export interface RawArguments {
  readonly positionals: readonly string[];
  readonly given: Readonly<Record<string, unknown>>;
  readonly afterDashes: readonly string[] | null;
  /** The error of the parser. */
  readonly error: string | null;
}

/**
 * The parser of yargs without its conveniences: arguments arrive as they were typed. There are no numbers, no
 * `--no-` forms, no dotted names and no camel-case copies, and a flag never takes more than the one word after it.
 *
 * Only the parser is used: the rest of yargs, which prints help, takes as long to load as all other parts of a run.
 */
const CONFIGURATION = {
  'boolean-negation': false,
  'camel-case-expansion': false,
  'dot-notation': false,
  'duplicate-arguments-array': true,
  'flatten-duplicate-arrays': true,
  'greedy-arrays': false,
  'parse-numbers': false,
  'parse-positional-numbers': false,
  'populate--': true,
  'strip-aliased': true,
} as const;

export function parseRaw(argv: readonly string[], flags: readonly Flag[]): RawArguments {
  const all = [...flags, HELP_FLAG];
  const named = (...values: Flag['value'][]) =>
    all.filter((flag) => values.includes(flag.value)).map((flag) => flag.name);
  const switches = named('switch');
  const { argv: parsed, error } = parse.detailed([...argv], {
    alias: Object.fromEntries(all.flatMap(({ name, alias }) => (alias === undefined ? [] : [[name, alias]]))),
    boolean: switches,
    string: named('text', 'optional', 'list'),
    array: named('list'),
    // Otherwise the prompt "true" would become the value of a switch.
    narg: Object.fromEntries(switches.map((name) => [name, 0])),
    configuration: CONFIGURATION,
  });
  const { _: positionals, '--': afterDashes, ...given } = parsed;
  return {
    positionals: positionals.map(String),
    given,
    afterDashes: afterDashes?.map(String) ?? null,
    error: error?.message ?? null,
  };
}

/** Splits a value from the short flag that it is attached to: `-qmgpt-5` becomes `-q --model=gpt-5`. */
function withoutAttachedValue(token: string, flags: readonly Flag[]): readonly string[] {
  // A prompt that starts with a dash has spaces, and its own error.
  if (!/^-[A-Za-z]\S+$/.test(token)) return [token];
  for (let at = 1; at < token.length - 1; at++) {
    const flag = flags.find(({ alias }) => alias === token[at]);
    if (flag?.value === 'text' || flag?.value === 'list') {
      const value = token.slice(at + 1).replace(/^=/, '');
      const switches = at === 1 ? [] : [token.slice(0, at)];
      return [...switches, `--${flag.name}=${value}`];
    }
    if (flag?.value !== 'switch') return [token];
  }
  return [token];
}

/**
 * The arguments with three things written as the parser understands them: `--envelope` alone means its first
 * choice (or the next word would be taken for its value), and `--schema -` means stdin (or the dash would be
 * taken for a flag), and a value that is attached to a short flag is its value.
 */
export function normalizeArgv(argv: readonly string[], flags: readonly Flag[]): readonly string[] {
  const spelled: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const token = argv[at] ?? '';
    if (token === '--') return [...spelled, ...argv.slice(at)];
    const flag = flags.find(({ name, alias }) => token === `--${name}` || token === `-${alias}`);
    const first = flag?.choices?.[0];
    if (flag?.value === 'optional' && first !== undefined) spelled.push(`${token}=${first}`);
    else if ((flag?.value === 'text' || flag?.value === 'list') && argv[at + 1] === '-') {
      spelled.push(`${token}=-`);
      at++;
    } else spelled.push(...withoutAttachedValue(token, flags));
  }
  return spelled;
}
