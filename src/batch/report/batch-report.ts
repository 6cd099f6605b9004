import { closeSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { fileProblem } from '../../platform/files/file-problem.js';
import { removeOrphansOf, temporaryBeside } from '../../platform/files/temporary-file.js';
import type { BatchResult } from '../batch-result.js';
import type { BatchSummary } from '../engine/summary-accumulator.js';

/**
 * A file that tells people, or the tools of a CI service, what became of a batch. Results are given as they
 * come; a report keeps no more of them than it must.
 *
 * What goes wrong on the way (a full disk) is kept until `finish`: a batch has cost tokens, and does not end
 * because its report cannot be written.
 */
export interface BatchReport {
  /** One task's result; with `--resume`, those of the journal first. Never throws. */
  add(result: BatchResult): void;
  /**
   * Nothing more is to come: the file is put in its place, whole.
   *
   * @throws {ReportError} if it could not be written; nothing is left then
   */
  finish(summary: BatchSummary): void;
  /** There will be no report: what was begun is removed. After `finish`, nothing. */
  abandon(): void;
}

/** What every report is told. */
export interface ReportOptions {
  /** What the batch is called: its schema's file name, say. */
  readonly title: string;
  /** The environment, whose secrets are hidden wherever they turn up. */
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A report could not be written. Not an outcome: the results are safe. `message` is one sentence. */
export class ReportError extends Error {
  override readonly name = 'ReportError';
}

/**
 * Opens a report that goes to a file. It is written to a private file beside it, which takes its place once
 * all is written; an existing file stays as it is until then.
 *
 * `openHtmlReport` (html-report.ts), `openJunitReport` (junit-report.ts) and `openMarkdownReport`
 * (markdown-report.ts) are such functions, all exported by index.ts.
 *
 * @param path - absolute
 * @throws {ReportError} if no file can be made there
 */
export type OpenReport = (path: string, options: ReportOptions) => BatchReport;

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

  /** @throws {ReportError} if no file can be made there */
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
   * @throws {ReportError} if not all could be written; nothing is left then
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
    return new ReportError(`The report cannot be written to ${this.#path}: ${fileProblem(error)}.`);
  }
}

function writeWhole(file: number, bytes: Buffer, position: number | null): void {
  for (let at = 0; at < bytes.length; ) {
    at += writeSync(file, bytes, at, bytes.length - at, position === null ? null : position + at);
  }
}
