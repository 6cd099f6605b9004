import type { Writable } from 'node:stream';
import { fileProblem } from '../../../platform/files/file-problem.js';
import { OutputError } from '../../output/write.js';

/** Lines on stdout, no faster than they are taken. */
export class LineOutput {
  readonly #stream: Writable;
  #fault: Error | null = null;
  /** The reader has gone away, as `head` does: it wants no more. */
  isClosed = false;

  constructor(stream: Writable) {
    this.#stream = stream;
    // One listener for all lines; it stays, since an error may come when nobody waits any more.
    stream.on('error', (error) => {
      if ('code' in error && error.code === 'EPIPE') this.isClosed = true;
      else this.#fault ??= error;
    });
  }

  /** @throws {OutputError} where it cannot be written, and nobody wanted that */
  async write(text: string | Buffer): Promise<void> {
    await new Promise<void>((resolve) => {
      if (this.isClosed || this.#fault !== null) resolve();
      // The callback is called before the listener hears of the error.
      else this.#stream.write(text, () => setImmediate(resolve));
    });
    if (this.#fault !== null) {
      throw new OutputError(`The results cannot be written to stdout: ${fileProblem(this.#fault)}.`);
    }
  }
}
