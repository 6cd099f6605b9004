import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { fileProblem } from '../../platform/files/file-problem.js';
import type { InputReader } from '../input/input-reader.js';
import { WaitEnded } from '../input/wait.js';
import { UsageError } from '../usage-error.js';
import type { EventsFile } from './events-pipe.js';
import { OutputError } from './write.js';

/**
 * Writes each chunk synchronously, so that memory holds only one chunk even if the disk is slow.
 *
 * @param limits - what ends the wait for the reader of a FIFO
 * @throws {UsageError} if the file cannot be created
 * @throws {WaitEnded} if a limit or a signal expired while waiting for the reader of a FIFO
 */
export async function openEventsFile(path: string, limits: InputReader): Promise<EventsFile> {
  if (path === '-') {
    throw new UsageError('--events must be a file, not -: stdout is reserved for the value.');
  }
  const target = limits.resolve(path);
  if (statSync(target, { throwIfNoEntry: false })?.isFIFO()) {
    const { openEventsPipe } = await import('./events-pipe.js');
    return orRefused(path, () => openEventsPipe(target, path, limits));
  }
  const stream = openStream(target);
  const file = stream ?? (await orRefused(path, async () => openSync(target, 'w', 0o600)));
  let failure: unknown = null;
  return {
    onBytes(chunk) {
      // The run continues without the copy: it has cost tokens, and its outcome does not depend on it.
      if (failure !== null) return;
      try {
        for (let at = 0; at < chunk.length; ) at += writeSync(file, chunk, at);
      } catch (error) {
        failure = error;
      }
    },
    close() {
      if (stream === null) closeSync(file);
      if (failure === null) return null;
      return new OutputError(`Some events could not be written to ${path}: ${fileProblem(failure)}.`);
    },
  };
}

const STREAM = /^\/(?:dev\/(stdout|stderr|fd\/(\d+))|proc\/self\/fd\/(\d+))$/;

/**
 * The descriptor of a stream of this process that is a file. To open it by its name would truncate the file, and write
 * over what others write to it.
 */
function openStream(target: string): number | null {
  const [, name, ...numbers] = STREAM.exec(target) ?? [];
  const number = name === 'stdout' ? 1 : name === 'stderr' ? 2 : Number(numbers.find(Boolean) ?? Number.NaN);
  return statSync(target, { throwIfNoEntry: false })?.isFile() && number >= 0 ? number : null;
}

async function orRefused<T>(path: string, open: () => Promise<T>): Promise<T> {
  try {
    return await open();
  } catch (error) {
    if (error instanceof WaitEnded) throw error;
    throw new UsageError(`--events ${path} cannot be written: ${fileProblem(error)}.`);
  }
}
