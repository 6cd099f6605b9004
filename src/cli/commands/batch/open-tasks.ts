import { createReadStream, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { isTaskInputError } from '../../../batch/batch-task.js';
import { type BytesInput, readTasks, type TaskInput } from '../../../batch/input/read-tasks.js';
import { type GivenIds, givenDefaultIds } from '../../../batch/input/task-ids.js';
import { parseTemplate, type Template } from '../../../batch/input/template.js';
import { fileMentions } from '../../../platform/files/file-mentions.js';
import { fileProblem } from '../../../platform/files/file-problem.js';
import { isSystemError } from '../../../platform/files/system-error.js';
import { decodeText } from '../../../text/text-encoding.js';
import type { ParsedFlags } from '../../args/parsed-flags.js';
import type { InputReader } from '../../input/input-reader.js';
import { announced, inputStream } from '../../input/input-stream.js';
import { isStdin } from '../../input/open-input.js';
import { awaitSignal } from '../../input/wait.js';
import { type CliIo, resolvePath } from '../../io.js';
import { UsageError } from '../../usage-error.js';

/** Few and large reads, but not so large that many tasks are read long before they run. */
const CHUNK_BYTES = 64 * 1024;

/** Where the tasks come from, opened. */
export interface OpenedTasks {
  readonly input: TaskInput;
  /** The file, where it is a regular one and has a task a line: they can be counted beforehand. */
  readonly countable: string | null;
  /** The same tasks once more, from the start; null if they do not come from a file that is named. */
  readonly reopen: { readonly file: string; readonly open: () => Promise<TaskInput> } | null;
  /** Nothing more is to be read: what waits for input is released. */
  close(): void;
}

/**
 * @param template - what makes prompts of them
 * @param signal - of the command: if it also ended the input, the input is not judged
 * @throws {UsageError} if they cannot be read
 */
export async function openTasks(
  argument: string | undefined,
  flags: ParsedFlags,
  io: CliIo,
  template: Template | null,
  signal?: AbortSignal,
): Promise<OpenedTasks> {
  const patterns = flags.list('glob');
  if (patterns !== undefined) {
    if (argument !== undefined) {
      throw new UsageError(
        `There are two inputs, ${argument} and --glob; give one of them. Quote the pattern, so that the shell does not expand it.`,
      );
    }
    if (flags.text('format') !== undefined) {
      throw new UsageError('--format says how a file of tasks is written; --glob has none.');
    }
    if (template === null) {
      throw new UsageError("--glob needs the prompt: --template 'Review {{path}}.', say.");
    }
    const input = { kind: 'files', patterns, cwd: io.cwd, template } as const;
    return { input, countable: null, reopen: null, close: () => undefined };
  }
  const fromStdin = argument === undefined || isStdin(argument);
  if (argument === undefined && io.stdinIsTerminal()) {
    throw new UsageError('There are no tasks; name a file, pipe them in, or give --glob PATTERN.');
  }
  const kind = formatOf(fromStdin ? '' : argument, flags);
  const stream = fromStdin ? stdinStream(io) : await fileStream(argument, io);
  const name = fromStdin ? 'stdin' : basename(argument);
  const givenIds = fromStdin ? null : await givenIdsOf({ kind, name, template }, resolvePath(io, argument));
  return {
    input: {
      kind,
      bytes: announced(bytesOf(stream, name, signal), io, 'the tasks', name),
      name,
      template,
      givenIds,
    },
    countable: kind === 'jsonl' && !fromStdin ? resolvePath(io, argument) : null,
    reopen: fromStdin
      ? null
      : {
          file: resolvePath(io, argument),
          open: async () => ({
            kind,
            bytes: bytesOf(await fileStream(argument, io), name, signal),
            name,
            template,
          }),
        },
    close: () => void stream.destroy(),
  };
}

/** Reads the ids of a file's tasks, if it has ids at all; null for a pipe, which can be read only once. */
async function givenIdsOf(input: Omit<BytesInput, 'bytes'>, file: string): Promise<GivenIds | null> {
  try {
    if (!statSync(file).isFile()) return null;
    // Most inputs have no such field, and to search the bytes is much faster than to read the tasks.
    if (!(await fileMentions(file, input.kind === 'csv' ? ['id'] : ['"id"', '\\u']))) return null;
    return await givenDefaultIds(readTasks({ ...input, bytes: createReadStream(file) }));
  } catch (error) {
    // The batch reports an unreadable input once it gets there, after the tasks before that place.
    if (isTaskInputError(error) || isSystemError(error)) return null;
    throw error;
  }
}

/** @throws {UsageError} if it is no template, or its file cannot be read */
export async function readTemplate(flags: ParsedFlags, reader: InputReader): Promise<Template | null> {
  const given = flags.text('template');
  if (given === undefined) return null;
  const parsed = parseTemplate(await templateText(given, flags.sourceOf('template'), reader));
  if ('problem' in parsed) throw new UsageError(parsed.problem);
  return parsed;
}

/** As with `--context`, `@FILE` reads it and `@@` stands for a literal `@`. */
async function templateText(given: string, source: string, reader: InputReader): Promise<string> {
  if (given.startsWith('@@')) return given.slice(1);
  if (!given.startsWith('@')) return given;
  const file = given.slice(1);
  const read = await reader.file(file, 'the template');
  if (!read.ok) throw new UsageError(`${source}: ${file} cannot be read: ${read.reason}.`);
  const decoded = decodeText(read.bytes);
  if (!decoded.ok) throw new UsageError(`${source}: ${file} ${decoded.problem}.`);
  return decoded.text;
}

function formatOf(path: string, flags: ParsedFlags): 'jsonl' | 'csv' {
  // The parser has checked it against the table's choices.
  const format = flags.text('format') as 'jsonl' | 'csv' | undefined;
  return format ?? (/\.csv$/i.test(path) ? 'csv' : 'jsonl');
}

function stdinStream(io: CliIo): Readable {
  try {
    io.refuseEndlessStdin?.();
    return io.stdin;
  } catch (error) {
    throw unreadable('stdin', error);
  }
}

async function fileStream(path: string, io: CliIo): Promise<Readable> {
  try {
    return await inputStream(path, io, CHUNK_BYTES);
  } catch (error) {
    throw error instanceof UsageError ? error : unreadable(path, error);
  }
}

async function* bytesOf(
  stream: Readable,
  name: string,
  signal: AbortSignal | undefined,
): AsyncGenerator<Uint8Array> {
  let isEmpty = true;
  try {
    for await (const chunk of stream) {
      isEmpty = false;
      yield chunk;
    }
  } catch (error) {
    // Left by ourselves, while we waited for more.
    if (error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    throw unreadable(name, error);
  }
  if (signal !== undefined) await awaitSignal(signal, isEmpty);
}

function unreadable(name: string, error: unknown): UsageError {
  return new UsageError(`The tasks of ${name} cannot be read: ${fileProblem(error)}.`);
}

/** Counting takes a second a gigabyte, beside the batch; who has more than this does not wait for a percentage. */
const MOST_BYTES = 512 * 1024 * 1024;

const LINE_FEED = 0x0a;
/** Space, tab and carriage return; what is left is more than a blank line. */
const BLANK: ReadonlySet<number> = new Set([0x20, 0x09, 0x0d]);

/** The lines of a file that are not blank; null where that is not known without much ado. */
export async function countLines(path: string, signal: AbortSignal): Promise<number | null> {
  let count = 0;
  let inLine = false;
  try {
    const stats = statSync(path);
    if (!stats.isFile() || stats.size > MOST_BYTES) return null;
    for await (const chunk of createReadStream(path, { highWaterMark: 1024 * 1024, signal })) {
      const bytes = chunk as Buffer;
      for (let at = 0; at < bytes.length; at++) {
        const byte = bytes[at] ?? LINE_FEED;
        if (byte === LINE_FEED) inLine = false;
        else if (!inLine && !BLANK.has(byte)) {
          inLine = true;
          count += 1;
          // On to the end of the line, the quick way.
          at = lineEnd(bytes, at) - 1;
        }
      }
    }
  } catch {
    // It is shown while tasks run, and whoever reads them says what is wrong with the file.
    return null;
  }
  return count;
}

function lineEnd(bytes: Buffer, from: number): number {
  const at = bytes.indexOf(LINE_FEED, from);
  return at === -1 ? bytes.length : at;
}
