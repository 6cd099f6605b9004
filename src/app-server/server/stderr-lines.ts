import { once } from 'node:events';
import split2 from 'split2';

/** A longer line of stderr is not shown. */
const LIMITS = { maxLength: 64 * 1024, skipOverflow: true };

/** The app server's stderr, line by line, for whoever listens at the time. */
export class StderrLines {
  readonly #listeners = new Set<(line: string) => void>();
  readonly #lines = split2(LIMITS);

  constructor() {
    this.#lines.on('data', (line: string) => {
      for (const listener of [...this.#listeners]) listener(line);
    });
  }

  push(chunk: Uint8Array): void {
    this.#lines.write(chunk);
  }

  /** What the listener throws is its own to catch. */
  listen(listener: (line: string) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async end(): Promise<void> {
    const read = once(this.#lines, 'end');
    this.#lines.end();
    await read;
  }
}
