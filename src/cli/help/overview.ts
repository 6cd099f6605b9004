import { COMMANDS } from '../commands/registry.js';
import { fill, helpWidth, table } from './columns.js';

const WHAT_IT_DOES =
  'Give it a JSON Schema and a prompt: exactly one JSON value that conforms comes back, or one typed failure.';

/** `codex-structured --help`. @param names - only these commands: `codex-structured schema --help` */
export async function overview(
  names: readonly string[] = [...COMMANDS.keys()],
  columns?: number | undefined,
): Promise<string> {
  const width = helpWidth(columns);
  const loaded = await Promise.all(names.map((name) => COMMANDS.get(name)?.()));
  const commands = loaded.filter((command) => command !== undefined);
  const rows = commands.map(({ name, usage, summary }) => [`${name} ${usage}`.trim(), summary]);
  rows.push(['help [command|exit-codes]', 'Help on a command, or the table of exit codes']);
  const examples = commands.flatMap((command) => command.examples.slice(0, 1).map(([example]) => example));
  return [
    fill(WHAT_IT_DOES, width),
    '',
    'Usage: codex-structured <command> [options]',
    '',
    'Commands:',
    ...table(rows, width),
    '',
    'Examples:',
    ...examples.map((example) => `  codex-structured ${example}`),
    '',
    fill("Options: --help, --version; 'codex-structured <command> --help' has those of a command.", width),
    "Exit codes: 'codex-structured help exit-codes'.",
    '',
  ].join('\n');
}
