import { closeSync, openSync, writeSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileProblem } from '../input/read-file.js';
import { UsageError } from '../usage-error.js';
import { OutputError } from './write.js';

/** codex's own JSONL, byte for byte, on its way into a file. */
export interface EventsFile {
  readonly onBytes: (chunk: Uint8Array) => void;
  /** @returns what could not be written, or null */
  close(): OutputError | null;
}

/**
 * Written as it comes and at once, so that memory holds no more than a chunk however slow the disk is.
 *
 * @throws {UsageError} where the file cannot be made
 */
export function openEventsFile(path: string, cwd: string): EventsFile {
  if (path === '-') {
    throw new UsageError('--events takes a file, not -; stdout carries the value and nothing else.');
  }
  const file = open(path, cwd);
  let failure: unknown = null;
  return {
    onBytes(chunk) {
      // The run goes on without the copy: it has cost tokens, and its outcome does not depend on it.
      if (failure !== null) return;
      try {
        for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at);
      } catch (error) {
        failure = error;
      }
    },
    close() {
      closeSync(file);
      if (failure === null) return null;
      return new OutputError(`The events could not all be written to ${path}: ${fileProblem(failure)}.`);
    },
  };
}

function open(path: string, cwd: string): number {
  try {
    return openSync(resolve(cwd, path), 'w', 0o600);
  } catch (error) {
    throw new UsageError(`--events ${path} cannot be written: ${fileProblem(error)}.`);
  }
}
