import { createReadStream, fstatSync, openSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CliIo } from '../io.js';
import { UsageError } from '../usage-error.js';
import { fileProblem } from './read-file.js';
import { isStdin } from './stdin-name.js';

/** Few and large reads: a stream of events may be gigabytes. */
const CHUNK_BYTES = 1024 * 1024;

/**
 * The events to decode.
 *
 * @param argument - a path; `-` or undefined for stdin
 * @throws {UsageError} where they cannot be read, then or while they are
 */
export function openEvents(argument: string | undefined, io: CliIo): AsyncIterable<Uint8Array> {
  if (argument !== undefined && !isStdin(argument)) return saying(fileStream(argument, io.cwd), argument);
  if (argument === undefined && io.stdinIsTerminal()) {
    throw new UsageError('There are no events; name a file, or pipe the output of codex exec --json in.');
  }
  const fd = io.stdinFile();
  return saying(fd === null ? io.stdin : largeReads(fd), 'stdin');
}

function fileStream(path: string, cwd: string): AsyncIterable<Uint8Array> {
  try {
    const fd = openSync(resolve(cwd, path), 'r');
    if (fstatSync(fd).isDirectory()) throw new Error('it is a directory');
    return largeReads(fd);
  } catch (error) {
    throw unreadable(path, error);
  }
}

function largeReads(fd: number): AsyncIterable<Uint8Array> {
  return createReadStream('', { fd, highWaterMark: CHUNK_BYTES });
}

async function* saying(chunks: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw unreadable(name, error);
  }
}

function unreadable(name: string, error: unknown): UsageError {
  return new UsageError(`The events of ${name} cannot be read: ${fileProblem(error)}.`);
}
