import yargs, { type Argv, type Options } from 'yargs';
import type { Flag } from '../flags/flag.js';

/**
 * yargs without its conveniences: what was typed is what arrives. No numbers, no `--no-` twins, no dotted
 * names, no camel-case copies, and a flag never takes more than the one word after it.
 */
const PLAIN_PARSING = {
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

/** A yargs that knows these flags and nothing else. */
export function flagParser(flags: readonly Flag[]): Argv {
  const parser = bareYargs();
  for (const flag of [...flags, HELP_FLAG])
    parser.option(flag.name, { ...yargsOption(flag), ...YARGS_TYPE[flag.value] });
  return parser;
}

/** The same for rendering help: without types, whose labels would only stand in the way. */
export function helpRenderer(flags: readonly Flag[]): Argv {
  const parser = bareYargs();
  for (const flag of [...flags, HELP_FLAG]) parser.option(flag.name, yargsOption(flag));
  return parser;
}

const HELP_FLAG = {
  name: 'help',
  alias: 'h',
  value: 'switch',
  describe: 'Show this help',
  group: 'Other',
} as const satisfies Flag;

function bareYargs(): Argv {
  return yargs([])
    .locale('en')
    .parserConfiguration(PLAIN_PARSING)
    .exitProcess(false)
    .version(false)
    .help(false);
}

function yargsOption(flag: Flag): Options {
  return {
    description: flag.describe,
    group: `${flag.group}:`,
    ...(flag.alias === undefined ? {} : { alias: flag.alias }),
  };
}

const YARGS_TYPE = {
  // `nargs: 0` keeps yargs from taking a prompt that reads "true" for the value of a switch.
  switch: { type: 'boolean', nargs: 0 },
  text: { type: 'string' },
  optional: { type: 'string' },
  list: { type: 'string', array: true },
} as const satisfies Record<Flag['value'], Options>;
