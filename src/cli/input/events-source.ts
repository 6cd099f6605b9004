import { createReadStream } from 'node:fs';
import { fileProblem } from '../../platform/files/file-problem.js';
import type { CliIo } from '../io.js';
import { UsageError } from '../usage-error.js';
import { announced, inputStream } from './input-stream.js';
import { isStdin } from './open-input.js';

/** Large reads, since a stream of events may have gigabytes. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * Opens the events to decode.
 *
 * @param argument - a path; `-` or undefined for stdin
 * @throws {UsageError} if they cannot be read, now or later
 */
export async function openEvents(
  argument: string | undefined,
  io: CliIo,
): Promise<AsyncIterable<Uint8Array>> {
  if (argument !== undefined && !isStdin(argument)) return fileEvents(argument, io);
  if (argument === undefined && io.stdinIsTerminal()) {
    throw new UsageError('No events given. Pass a file, or pipe in the output of codex exec --json.');
  }
  try {
    io.refuseEndlessStdin?.();
  } catch (error) {
    throw unreadable('stdin', error);
  }
  const fd = io.stdinFile();
  const stream = fd === null ? io.stdin : createReadStream('', { fd, highWaterMark: CHUNK_BYTES });
  return announced(withReadErrors(stream, 'stdin'), io, 'the events', 'stdin');
}

async function fileEvents(path: string, io: CliIo): Promise<AsyncIterable<Uint8Array>> {
  try {
    const stream = await inputStream(path, io, CHUNK_BYTES);
    return announced(withReadErrors(stream, path), io, 'the events', path);
  } catch (error) {
    throw error instanceof UsageError ? error : unreadable(path, error);
  }
}

async function* withReadErrors(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw unreadable(name, error);
  }
}

function unreadable(name: string, error: unknown): UsageError {
  return new UsageError(`The events of ${name} cannot be read: ${fileProblem(error)}.`);
}
