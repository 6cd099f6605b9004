import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { removeOrphansOf, temporaryBeside } from '../../platform/files/temporary-file.js';
import { ReportError } from './batch-report.js';

/** So much is gathered before it is written. */
const BUFFERED = 64 * 1024;

/**
 * A text file that is there whole or not at all: written to a private file beside its place, and renamed. That
 * replaces a symbolic link instead of following it.
 */
export class ReportFile {
  readonly #path: string;
  readonly #temporary: string;
  readonly #file: number;
  readonly #onExit = () => this.abandon();
  #parts: string[] = [];
  #length = 0;
  #failure: unknown = null;
  #isOpen = true;

  /** @throws {ReportError} where no file can be made there */
  constructor(path: string) {
    this.#path = path;
    this.#temporary = temporaryBeside(path);
    try {
      removeOrphansOf(path);
      this.#file = openSync(this.#temporary, 'wx', 0o600);
    } catch (error) {
      throw this.#error(error);
    }
    // For whoever ends the process without ado.
    process.once('exit', this.#onExit);
  }

  /** Goes to the end. A failure shows when all is to be put in place. */
  write(text: string): void {
    this.#parts.push(text);
    this.#length += text.length;
    if (this.#length >= BUFFERED) this.#flush();
  }

  /**
   * All is written: the file takes its place.
   *
   * @param head - what replaces the beginning, of the same length
   * @throws {ReportError} where not all could be written; nothing is left then
   */
  finish(head = ''): void {
    if (!this.#isOpen) return;
    this.#flush();
    try {
      if (this.#failure !== null) throw this.#failure;
      if (head !== '') writeWhole(this.#file, Buffer.from(head), 0);
      this.#close();
      renameSync(this.#temporary, this.#path);
    } catch (error) {
      this.abandon();
      rmSync(this.#temporary, { force: true });
      throw this.#error(error);
    }
  }

  /** Leaves nothing. After `finish`, does nothing. */
  abandon(): void {
    if (!this.#isOpen) return;
    this.#close();
    rmSync(this.#temporary, { force: true });
  }

  #close(): void {
    this.#isOpen = false;
    process.off('exit', this.#onExit);
    closeSync(this.#file);
  }

  #flush(): void {
    const text = this.#parts.join('');
    this.#parts = [];
    this.#length = 0;
    if (this.#failure !== null || !this.#isOpen) return;
    try {
      writeWhole(this.#file, Buffer.from(text), null);
    } catch (error) {
      this.#failure = error;
    }
  }

  #error(error: unknown): ReportError {
    return new ReportError(`The report cannot be written to ${this.#path}: ${fileTrouble(error)}.`);
  }
}

function writeWhole(file: number, bytes: Buffer, position: number | null): void {
  for (let at = 0; at < bytes.length; ) {
    at += writeSync(file, bytes, at, bytes.length - at, position === null ? null : position + at);
  }
}

/** What the system says, without its code and the name of the call: "no such file or directory". */
export function fileTrouble(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error);
  return /^E[A-Z0-9]+: ([^,]+),/.exec(message)?.[1] ?? message;
}
