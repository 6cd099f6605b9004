import type { Writable } from 'node:stream';
import { fileProblem } from '../../platform/files/file-problem.js';

/** The result could not be put where it was to go. Not an outcome: the run itself is over. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/**
 * Writes all of it. A reader that has gone away (`| head -0`) wants no more: that is no error.
 *
 * @throws {OutputError} where it cannot be written for another reason
 */
export async function writeAll(stream: Writable, text: string): Promise<void> {
  listenOnce(stream);
  await new Promise<void>((resolve, reject) => {
    stream.write(text, 'utf8', (error) => {
      if (error === null || error === undefined || isGone(error)) resolve();
      else reject(new OutputError(`The result cannot be written to stdout: ${fileProblem(error)}.`));
    });
  });
}

const listenedTo = new WeakSet<Writable>();

/** The stream reports an error as an event too, perhaps later, when nobody waits any more. */
function listenOnce(stream: Writable): void {
  if (listenedTo.has(stream)) return;
  listenedTo.add(stream);
  stream.on('error', () => undefined);
}

/** The second code is that of every write after the one that failed, whose error has been told. */
function isGone(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED');
}
