import { once } from 'node:events';
import split2 from 'split2';

/** Longer lines are skipped. */
const LIMITS = { maxLength: 64 * 1024, skipOverflow: true };

/** Splits codex's stderr into lines for the current listeners. */
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

  /** Calls the listener, which must not throw, until the returned function is called. */
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
