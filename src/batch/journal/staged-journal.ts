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
 * A private file beside a journal, which it replaces once it has a final result. Until then, the old journal stays
 * unchanged, even if the process is killed.
 */
export class StagedJournal {
  readonly #path: string;
  readonly #temporary: string;
  readonly #onExit = () => this.abandon();
  /** One descriptor reads, and writes at the end of the file. */
  readonly file: number;

  constructor(path: string) {
    this.#path = path;
    this.#temporary = temporaryBeside(path);
    this.file = openSync(this.#temporary, 'ax+', 0o600);
    // For a process that exits without closing the journal.
    process.once('exit', this.#onExit);
  }

  /**
   * Replaces the old journal.
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
        // The journal is a mount point: it can be rewritten, but not replaced.
        return this.#fill(reopen());
      }
    } catch (error) {
      throw new Error(`${fileProblem(error)}; the new results are in ${this.#kept()}`, { cause: error });
    }
  }

  /** Removes the file, so that only the old journal is left. The descriptor stays open. */
  abandon(): void {
    process.off('exit', this.#onExit);
    rmSync(this.#temporary, { force: true });
  }

  /** Keeps the file under a name that no later batch removes as a leftover. */
  #kept(): string {
    const name = `${this.#path}.new-${process.pid}`;
    try {
      renameSync(this.#temporary, name);
      return name;
    } catch {
      // It stays under its temporary name, and can still be inspected.
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
