import parse from 'yargs-parser/browser';
import type { Flag } from '../flags/flag.js';
import { HELP_FLAG } from '../flags/flag.js';

/** Arguments as yargs' parser has them, by the flags' names. */
export interface RawArguments {
  readonly positionals: readonly string[];
  readonly given: Readonly<Record<string, unknown>>;
  readonly afterDashes: readonly string[] | null;
  /** What the parser itself found wrong. */
  readonly error: string | null;
}

/**
 * yargs' parser without its conveniences: what was typed is what arrives. No numbers, no `--no-` twins, no
 * dotted names, no camel-case copies, and a flag never takes more than the one word after it.
 *
 * Only the parser, since the rest of yargs (which renders the help) takes as long to load as all of a run's
 * other parts together.
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
    // Keeps the parser from taking a prompt that reads "true" for the value of a switch.
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
