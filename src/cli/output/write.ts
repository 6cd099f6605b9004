import type { Writable } from 'node:stream';
import { fileProblem } from '../input/read-file.js';

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
  await new Promise<void>((resolve, reject) => {
    const onError = (error: Error) => {
      if ('code' in error && error.code === 'EPIPE') resolve();
      else reject(new OutputError(`The result cannot be written to stdout: ${fileProblem(error)}.`));
    };
    // Stays on: the stream may report the same error again, later, when nobody waits any more.
    stream.on('error', onError);
    stream.write(text, 'utf8', (error) => {
      if (error) onError(error);
      else resolve();
    });
  });
}
