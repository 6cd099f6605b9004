import { COMMANDS } from '../commands/registry.js';
import { fill, helpWidth, table } from './columns.js';
import { exampleLine } from './command-help.js';

const SUMMARY =
  'Run codex with a JSON Schema and a prompt. Prints exactly one JSON value that is valid against the schema, or reports one typed failure.';

/** The commands whose examples the overview shows. */
const FIRST_STEPS = ['run', 'batch', 'schema check', 'doctor'];

/** Returns the text of `codex-structured --help`, or of a group such as `codex-structured schema --help`. */
export async function overview(columns: number | undefined, group?: readonly string[]): Promise<string> {
  const width = helpWidth(columns);
  const names = group ?? [...COMMANDS.keys()];
  const loaded = await Promise.all(names.map((name) => COMMANDS.get(name)?.()));
  const commands = loaded.filter((command) => command !== undefined);
  const rows = commands.map(({ name, usage, summary }) => [`${name} ${usage}`.trim(), summary]);
  rows.push(['help [command|exit-codes]', 'Print the help of a command, or the table of exit codes']);
  const examples = commands
    .filter(({ name }) => group !== undefined || FIRST_STEPS.includes(name))
    .flatMap(({ examples: [first] }) => (first === undefined ? [] : `  ${exampleLine(first[0])}`));
  return [
    fill(SUMMARY, width),
    '',
    'Usage: codex-structured <command> [options]',
    '',
    ...table(['Commands:', ...rows], width),
    '',
    ...table(['Options:', ['-h, --help', 'Print help'], ['-V, --version', 'Print the version']], width),
    '',
    'Examples:',
    ...examples,
    '',
    fill("Run 'codex-structured <command> --help' for the options of a command.", width),
    '',
  ].join('\n');
}
