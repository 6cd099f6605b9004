import { COMMANDS } from '../commands/registry.js';

/** `codex-structured --help`. @param names - only these commands: `codex-structured schema --help` */
export async function overview(names: readonly string[] = [...COMMANDS.keys()]): Promise<string> {
  const loaded = await Promise.all(names.map((name) => COMMANDS.get(name)?.()));
  const commands = loaded.filter((command) => command !== undefined);
  const rows = commands.map(({ name, usage, summary }) => [`${name} ${usage}`, summary] as const);
  rows.push(['help [command|exit-codes]', 'Help on a command, or the table of exit codes']);
  const width = Math.max(...rows.map(([left]) => left.length));
  const examples = commands.flatMap((command) => command.examples.slice(0, 1).map(([example]) => example));
  return [
    'Give it a JSON Schema and a prompt: exactly one JSON value that conforms comes back, or one typed failure.',
    '',
    'Usage: codex-structured <command> [options]',
    '',
    'Commands:',
    ...rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}`),
    '',
    'Examples:',
    ...examples.map((example) => `  codex-structured ${example}`),
    '',
    "Options: --help, --version; 'codex-structured <command> --help' has those of a command.",
    "Exit codes: 'codex-structured help exit-codes'.",
    '',
  ].join('\n');
}
