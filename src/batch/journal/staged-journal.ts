import {
  closeSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { fileProblem } from '../../platform/files/file-problem.js';
import { temporaryBeside } from '../../platform/files/temporary-file.js';

const CHUNK_BYTES = 1024 * 1024;

/**
 * A private file beside a journal, in whose place it comes once it holds what is worth that: until then the old
 * journal stays as it is, also if the process is killed.
 */
export class StagedJournal {
  readonly #path: string;
  readonly #temporary: string;
  readonly #onExit = () => this.abandon();
  /** Read and written through one descriptor, always at the end of the file. */
  readonly file: number;

  constructor(path: string) {
    this.#path = path;
    this.#temporary = temporaryBeside(path);
    this.file = openSync(this.#temporary, 'ax+', 0o600);
    // For whoever ends the process without ado.
    process.once('exit', this.#onExit);
  }

  /**
   * Takes the place of the old journal.
   *
   * @param reopen - opens the old journal, for a file system that cannot replace it as a whole
   * @returns the descriptor that is to be used from now on
   * @throws if that cannot be done; what was written is in another file then, which the error names
   */
  commit(reopen: () => number): number {
    process.off('exit', this.#onExit);
    try {
      fsyncSync(this.file);
      try {
        renameSync(this.#temporary, this.#path);
        return this.file;
      } catch {
        // Another file system is mounted right there: the old journal can be filled anew, but not be replaced.
        return this.#fill(reopen());
      }
    } catch (error) {
      throw new Error(`${fileProblem(error)}; the new results are in ${this.#kept()}`, { cause: error });
    }
  }

  /** Leaves nothing but the old journal. The descriptor stays open. */
  abandon(): void {
    process.off('exit', this.#onExit);
    rmSync(this.#temporary, { force: true });
  }

  /** Under a name that no later batch takes for a leftover. */
  #kept(): string {
    const name = `${this.#path}.new-${process.pid}`;
    try {
      renameSync(this.#temporary, name);
      return name;
    } catch {
      // It stays where it is, which is as good to look into.
      return this.#temporary;
    }
  }

  #fill(target: number): number {
    try {
      ftruncateSync(target, 0);
      const bytes = Buffer.allocUnsafe(CHUNK_BYTES);
      for (let at = 0, count = -1; count !== 0; at += count) {
        count = readSync(this.file, bytes, 0, CHUNK_BYTES, at);
        for (let written = 0; written < count; )
          written += writeSync(target, bytes, written, count - written);
      }
      fsyncSync(target);
    } catch (error) {
      closeSync(target);
      throw error;
    }
    closeSync(this.file);
    rmSync(this.#temporary, { force: true });
    return target;
  }
}
