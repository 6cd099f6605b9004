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
   * @throws {ReportError} where it could not be written; nothing is left then
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
 * @throws {ReportError} where no file can be made there
 */
export type OpenReport = (path: string, options: ReportOptions) => BatchReport;
