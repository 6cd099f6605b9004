import { closest } from '../codex/options/closest.js';
import { EXIT_CODES, EXIT_INTERNAL, EXIT_OUTPUT, EXIT_USAGE, exitCodeOf } from '../outcome/exit-codes.js';
import { resourceProblem } from '../platform/process/resources.js';
import { parseArgs } from './args/parse-args.js';
import type { CliCommand } from './commands/command.js';
import { COMMANDS, commandsOfGroup, findCommand } from './commands/registry.js';
import { FileGuard } from './files/file-guard.js';
import { flagsNamed } from './flags/table.js';
import { exitCodesText } from './help/command-help.js';
import { overview } from './help/overview.js';
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
      new Messenger(io).error(`Something that is needed cannot be opened: ${missing}.`);
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
    return print(await commandHelp(command, io.stdout.columns), io);
  }
  const most =
    command.positionals.at(-1)?.repeats === true ? Number.POSITIVE_INFINITY : command.positionals.length;
  const [extra] = args.positionals.slice(most);
  if (extra !== undefined) {
    throw new UsageError(
      `There is an argument too many: '${extra}'; put a prompt of several words in quotes.`,
    );
  }
  if (args.afterDashes !== null && !command.passesOn) {
    throw new UsageError(`${command.name} takes nothing after '--'.`);
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
      throw new UsageError('There is no command.');
    case '--version':
    case '-V': {
      const { packageVersion } = await import('./help/version.js');
      return print(`${packageVersion()}\n`, io);
    }
    case 'help':
    case '--help':
    case '-h':
      return help(rest, io);
    default: {
      const group = commandsOfGroup(word);
      if (group.length > 0) return runGroup(word, group, rest[0], io);
      // What codex calls it.
      const near = word === 'exec' ? 'run' : closest(word, [...COMMANDS.keys(), 'help']);
      const hint = near === null ? '' : ` Did you mean '${near}'?`;
      throw new UsageError(
        word.startsWith('-')
          ? `Flags come after the command; '${word}' came first.`
          : `There is no command '${word}'.${hint}`,
      );
    }
  }
}

/** Only the first word of a command of two. */
async function runGroup(
  word: string,
  names: readonly string[],
  second: string | undefined,
  io: CliIo,
): Promise<number> {
  if (second === '--help' || second === '-h') return print(await overview(names, io.stdout.columns), io);
  const ones = names.map((name) => name.slice(word.length + 1));
  const near = second === undefined ? null : closest(second, ones);
  throw new UsageError(
    second === undefined
      ? `'${word}' wants one of: ${ones.join(', ')}.`
      : `There is no command '${word} ${second}'.${near === null ? '' : ` Did you mean '${word} ${near}'?`}`,
  );
}

async function help(topic: readonly string[], io: CliIo): Promise<number> {
  const [first] = topic;
  if (first === undefined) return print(await overview(undefined, io.stdout.columns), io);
  if (first === 'exit-codes') {
    return print(`${exitCodesText(io.stdout.columns)}\n`, io);
  }
  const command = findCommand(topic);
  if (command === undefined) {
    const group = topic.length === 1 ? commandsOfGroup(first) : [];
    if (group.length > 0) return print(await overview(group, io.stdout.columns), io);
    throw new UsageError(`There is no help on '${topic.join(' ')}'.`);
  }
  const { commandHelp } = await import('./help/command-help.js');
  return print(await commandHelp(await command.load(), io.stdout.columns), io);
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
