import type { Writable } from 'node:stream';
import { fileProblem } from '../../platform/files/file-problem.js';

/** The result could not be written. Not an outcome, since the run itself is over. */
export class OutputError extends Error {
  override readonly name = 'OutputError';
}

/**
 * Writes all of the text. A reader that is gone (`| head -0`) is not an error.
 *
 * @throws {OutputError} if the write fails for another reason
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

/** The second code is that of every write after the failed one. */
function isGone(error: Error): boolean {
  return 'code' in error && (error.code === 'EPIPE' || error.code === 'ERR_STREAM_DESTROYED');
}
