import { basename } from 'node:path';
import type { ParsedArgs } from '../args/parsed-flags.js';
import type { CliIo } from '../io.js';
import { writeAll } from '../output/write.js';
import { UsageError } from '../usage-error.js';
import type { CliCommand } from './command.js';

const SHELLS = ['bash', 'zsh', 'fish'] as const;
type Shell = (typeof SHELLS)[number];

/** @param loadCommands - gives every command, this one included */
export function completionCommand(loadCommands: () => Promise<readonly CliCommand[]>): CliCommand {
  return { ...DESCRIPTION, run: (args, io) => printScript(args, io, loadCommands) };
}

const DESCRIPTION: Omit<CliCommand, 'run'> = {
  name: 'completion',
  usage: '[bash|zsh|fish]',
  summary: 'Print a script that completes commands, flags and files in your shell',
  positionals: [
    { name: 'shell', choices: SHELLS, describe: 'bash, zsh or fish [default: the shell in $SHELL]' },
  ],
  flags: [],
  exits: [
    ['0', 'the script was printed'],
    ['2', 'the shell is unknown'],
    ['74', 'the script could not be written'],
  ],
  passesOn: false,
  examples: [
    ['source <(codex-structured completion bash)', 'In ~/.bashrc'],
    ['source <(codex-structured completion zsh)', 'In ~/.zshrc, after compinit'],
    ['codex-structured completion fish > ~/.config/fish/completions/codex-structured.fish', 'Run once'],
  ],
};

async function printScript(
  { positionals }: ParsedArgs,
  io: CliIo,
  loadCommands: () => Promise<readonly CliCommand[]>,
): Promise<number> {
  const shell = shellOf(positionals[0], io);
  await writeAll(io.stdout, await script(shell, await loadCommands()));
  return 0;
}

async function script(shell: Shell, commands: readonly CliCommand[]): Promise<string> {
  const { commandSpecs } = await import('../completion/spec.js');
  const specs = commandSpecs(commands);
  switch (shell) {
    case 'bash':
      return (await import('../completion/bash.js')).bashScript(specs);
    case 'zsh':
      return (await import('../completion/zsh.js')).zshScript(specs);
    case 'fish':
      return (await import('../completion/fish.js')).fishScript(specs);
  }
}

function shellOf(given: string | undefined, { env }: CliIo): Shell {
  const name = given ?? basename(env['SHELL'] ?? '');
  const shell = SHELLS.find((known) => known === name);
  if (shell !== undefined) return shell;
  throw new UsageError(
    given === undefined
      ? `Unknown shell '${name}' in $SHELL. Name one: codex-structured completion bash, zsh or fish.`
      : `Unknown shell '${given}'. Use bash, zsh or fish.`,
  );
}
