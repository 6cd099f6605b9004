import { existsSync } from 'node:fs';
import { join, parse, resolve } from 'node:path';
import type { FlagEntry, ParsedArgs } from '../args/parsed-flags.js';
import type { CliCommand } from '../commands/command.js';
import type { FileUse } from '../flags/flag.js';
import { type FlagName, flagsNamed } from '../flags/table.js';
import { isStdin } from '../input/open-input.js';
import type { CliIo } from '../io.js';
import { UsageError } from '../usage-error.js';
import { codexFiles } from './codex-files.js';
import type { NamedFile } from './named-file.js';

/** Returns every file that the arguments, the environment and the redirections of a command name. */
export function namedFiles(command: CliCommand, args: ParsedArgs, io: CliIo): readonly NamedFile[] {
  const cwd = workingDirectory(io);
  const named = [
    ...ofFlags(command, args, cwd),
    ...ofPositionals(command, args, cwd),
    ...ofArgumentsForCodex(args.afterDashes ?? [], cwd),
    ...(command.flags.includes('summary') ? stepSummary(io.env, cwd) : []),
    ...streams(io),
  ];
  // Codex is looked for only if something is written.
  const writes = named.some(({ use }) => use === 'output' || use === 'journal');
  return writes && command.flags.includes('codex-path')
    ? [...named, ...codexFiles(args.flags, io.env, cwd)]
    : named;
}

/** Returns the root if the working directory was deleted: opening a relative path then fails anyway. */
function workingDirectory(io: CliIo): string {
  try {
    return io.cwd;
  } catch (error) {
    if (error instanceof UsageError) return parse(process.execPath).root;
    throw error;
  }
}

function ofFlags({ flags: names, files }: CliCommand, { flags }: ParsedArgs, cwd: string): NamedFile[] {
  return names.flatMap((name) => {
    const [flag] = flagsNamed([name]);
    const use = files?.[name] ?? flag?.file;
    // Parsed values are stored by the flag's name, which may differ from its id.
    const own = (flag?.name ?? name) as FlagName;
    const value = use === undefined ? undefined : flags.value(own);
    if (use === undefined || value === undefined) return [];
    return textsOf(value).flatMap((text) => filesIn(text, use, flags.sourceOf(own), cwd));
  });
}

function textsOf(value: FlagEntry['value']): readonly string[] {
  if (value === true) return [];
  return typeof value === 'string' ? [value] : value;
}

function ofPositionals({ positionals }: CliCommand, args: ParsedArgs, cwd: string): NamedFile[] {
  return args.positionals.flatMap((text, at) => {
    const last = positionals.at(-1);
    const positional = positionals[at] ?? (last?.repeats === true ? last : undefined);
    if (positional?.file === undefined) return [];
    const files = filesIn(text, positional.file, `the <${positional.name}> argument`, cwd);
    const { title } = positional;
    return title === undefined ? files : files.map((file) => ({ ...file, title }));
  });
}

const LAST_MESSAGE = '--output-last-message';
const LAST_MESSAGE_VALUE = new RegExp(`^(?:${LAST_MESSAGE}=|-o=?)(.+)$`, 's');

/**
 * What follows `--` is codex's own; whatever it means, a file that stands there is not ours to write to. Codex itself
 * writes to the file of its last message.
 */
function ofArgumentsForCodex(args: readonly string[], cwd: string): NamedFile[] {
  return args.flatMap((text, at) => {
    const before = args[at - 1];
    const isLastMessage = before === LAST_MESSAGE || before === '-o';
    const written = isLastMessage ? text : LAST_MESSAGE_VALUE.exec(text)?.[1];
    return written === undefined
      ? filesIn(text, 'loose-input', "an argument after '--'", cwd)
      : filesIn(written, 'output', `codex's ${LAST_MESSAGE}`, cwd);
  });
}

function filesIn(text: string, use: FileUse, flag: string, cwd: string): NamedFile[] {
  const file = (name: string, as: NamedFile['use']) => ({ flag, name, path: resolve(cwd, name), use: as });
  switch (use) {
    case 'input':
      return isStdin(text) ? [] : [file(text, 'input')];
    case 'schema': {
      const name = schemaFile(text, cwd);
      return name === null ? [] : [file(name, 'schema')];
    }
    case 'at-input': {
      const names = [/^@([^@].*)$/s, /^[^=]+=@([^@].*)$/s].flatMap((at) => at.exec(text)?.[1] ?? []);
      return names.map((name) => file(name, 'input'));
    }
    case 'loose-input': {
      const value = /^[^=]+=\s*["']?(.*?)["']?\s*$/s.exec(text)?.[1];
      return [text, ...(value ? [value] : [])].map((name) => file(name, 'input'));
    }
    default:
      return [file(text, use)];
  }
}

/** Without the export that is taken from it; null if the argument is the schema itself, or stdin. */
function schemaFile(argument: string, cwd: string): string | null {
  if (isStdin(argument) || argument.trimStart().startsWith('{')) return null;
  const hash = argument.indexOf('#');
  return hash <= 0 || existsSync(resolve(cwd, argument)) ? argument : argument.slice(0, hash);
}

function stepSummary(env: CliIo['env'], cwd: string): NamedFile[] {
  const name = env['GITHUB_STEP_SUMMARY'];
  if (!name) return [];
  return [{ flag: '$GITHUB_STEP_SUMMARY', name, path: resolve(cwd, name), use: 'output', isAppended: true }];
}

/** Returns only regular files: terminals and pipes are not shared with other arguments. */
function streams(io: CliIo): NamedFile[] {
  const [stdin, stdout] = [io.stdinFile(), io.stdoutFile?.() ?? null];
  const stream = (flag: string, descriptor: number, use: 'input' | 'output') => ({
    flag,
    name: flag,
    path: join('/dev', flag),
    use,
    descriptor,
  });
  return [
    ...(stdin === null ? [] : [stream('stdin', stdin, 'input')]),
    ...(stdout === null ? [] : [stream('stdout', stdout, 'output')]),
  ];
}
