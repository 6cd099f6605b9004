import { closest } from '../codex/options/closest.js';
import { EXIT_CODES, EXIT_INTERNAL, EXIT_OUTPUT, EXIT_USAGE, exitCodeOf } from '../outcome/exit-codes.js';
import { resourceProblem } from '../platform/process/resources.js';
import { parseArgs } from './args/parse-args.js';
import { unknownVariables } from './args/unknown-variables.js';
import type { CliCommand } from './commands/command.js';
import { COMMANDS, commandsOfGroup, findCommand } from './commands/registry.js';
import { FileGuard } from './files/file-guard.js';
import { flagsNamed } from './flags/table.js';
import { WaitEnded } from './input/wait.js';
import type { CliIo } from './io.js';
import { Messenger } from './output/messenger.js';
import { OutputError, writeAll } from './output/write.js';
import { UsageError } from './usage-error.js';

/**
 * The command line.
 *
 * @param argv - the arguments after the program's name
 * @returns the exit code; never rejects
 */
export async function main(argv: readonly string[], io: CliIo): Promise<number> {
  const command = findCommand(argv);
  try {
    if (command === undefined) {
      const [word, ...rest] = argv;
      return await runWithoutCommand(word, rest, io);
    }
    return await runCommand(await command.load(), command.rest, io);
  } catch (error) {
    if (error instanceof UsageError) {
      const helpCommand = command === undefined ? 'codex-structured' : `codex-structured ${command.name}`;
      new Messenger(io).usage(error.message, helpCommand);
      return EXIT_USAGE;
    }
    if (error instanceof OutputError) {
      new Messenger(io).error(error.message);
      return EXIT_OUTPUT;
    }
    if (error instanceof WaitEnded) {
      new Messenger(io).failure(error.failure);
      return exitCodeOf(error.failure);
    }
    const missing = resourceProblem(error);
    if (missing !== null) {
      new Messenger(io).error(`A file or stream that is needed cannot be opened: ${missing}.`);
      return EXIT_CODES.spawn_failed;
    }
    reportBug(error, io);
    return EXIT_INTERNAL;
  }
}

async function runCommand(command: CliCommand, argv: readonly string[], io: CliIo): Promise<number> {
  const args = parseArgs(argv, flagsNamed(command.flags), io.env);
  if (args === 'help') {
    const { commandHelp } = await import('./help/command-help.js');
    return print(commandHelp(command, io.stdout.columns), io);
  }
  for (const problem of unknownVariables(io.env)) new Messenger(io).error(problem);
  const most =
    command.positionals.at(-1)?.repeats === true ? Number.POSITIVE_INFINITY : command.positionals.length;
  const [extra] = args.positionals.slice(most);
  if (extra !== undefined) {
    const hint =
      args.flags.list('glob') === undefined
        ? 'Quote a prompt that has several words.'
        : "Quote the pattern of --glob, so that the shell does not expand it: --glob '*.md'";
    throw new UsageError(`Unexpected argument '${extra}'. ${hint}`);
  }
  if (args.afterDashes !== null && !command.passesOn) {
    throw new UsageError(`${command.name} does not accept arguments after '--'.`);
  }
  await FileGuard.of(command, args, io).refuseShared(args.flags.isOn('allow-refs-outside'));
  return command.run(args, io);
}

async function runWithoutCommand(
  word: string | undefined,
  rest: readonly string[],
  io: CliIo,
): Promise<number> {
  switch (word) {
    case undefined:
      throw new UsageError('No command given.');
    case '--version':
    case '-V': {
      const { ownVersion } = await import('../codex/own-version.js');
      return print(`${ownVersion()}\n`, io);
    }
    case 'help':
    case '--help':
    case '-h':
      return help(rest, io);
    default: {
      const group = commandsOfGroup(word);
      if (group.length > 0) return runGroup(word, group, rest[0], io);
      // codex calls its own command exec.
      const near = word === 'exec' ? 'run' : closest(word, [...COMMANDS.keys(), 'help']);
      const hint = near === null ? '' : ` Did you mean '${near}'?`;
      throw new UsageError(
        word.startsWith('-')
          ? `Flags must come after the command: '${word}' came first.`
          : `Unknown command '${word}'.${hint}`,
      );
    }
  }
}

/** Handles a group without one of its commands, such as `schema`. */
async function runGroup(
  word: string,
  names: readonly string[],
  second: string | undefined,
  io: CliIo,
): Promise<number> {
  if (second === '--help' || second === '-h') return printOverview(io, names);
  const ones = names.map((name) => name.slice(word.length + 1));
  const near = second === undefined ? null : closest(second, ones);
  throw new UsageError(
    second === undefined
      ? `'${word}' requires a command: ${ones.join(', ')}.`
      : `Unknown command '${word} ${second}'.${near === null ? '' : ` Did you mean '${word} ${near}'?`}`,
  );
}

async function help(topic: readonly string[], io: CliIo): Promise<number> {
  const [first] = topic;
  if (first === undefined) return printOverview(io);
  const { commandHelp, exitCodesText } = await import('./help/command-help.js');
  const { columns } = io.stdout;
  if (first === 'exit-codes') return print(`${exitCodesText(columns)}\n`, io);
  const command = findCommand(topic);
  if (command !== undefined) return print(commandHelp(await command.load(), columns), io);
  const group = topic.length === 1 ? commandsOfGroup(first) : [];
  if (group.length > 0) return printOverview(io, group);
  throw new UsageError(`No help for '${topic.join(' ')}'.`);
}

async function printOverview(io: CliIo, group?: readonly string[]): Promise<number> {
  const { overview } = await import('./help/overview.js');
  return print(await overview(io.stdout.columns, group), io);
}

async function print(text: string, io: CliIo): Promise<number> {
  await writeAll(io.stdout, text);
  return 0;
}

function reportBug(error: unknown, io: CliIo): void {
  const messenger = new Messenger(io);
  const words = error instanceof Error ? error.message : String(error);
  messenger.error(`internal error: ${words}. This is a bug in codex-structured; please report it.`);
  const frames = error instanceof Error ? (error.stack ?? '').split('\n').slice(1, 6) : [];
  for (const frame of frames) messenger.line(frame);
}
