import { createRedactor } from '../../outcome/redact/redactor.js';
import { clip } from '../../text/clip.js';
import type { BatchResult } from '../batch-result.js';
import type { BatchSummary } from '../engine/summary-accumulator.js';
import { type BatchReport, ReportError, type ReportOptions } from './batch-report.js';
import { type FailedTask, markdownSummary } from './markdown-summary.js';
import { ReportFile } from './report-file.js';
import { appendStepSummary } from './step-summary.js';

/** So many failed tasks are named; a person reads no more of them in a summary. */
const NAMED_FAILURES = 50;
/** Kept of a message until it is shown. */
const KEPT_LENGTH = 1000;

/** The Markdown summary, in a file. @see OpenReport */
export function openMarkdownReport(path: string, options: ReportOptions): BatchReport {
  const file = new ReportFile(path);
  const failures = new FirstFailures(options);
  return {
    add: (result) => failures.add(result),
    finish(summary) {
      file.write(failures.summaryOf(summary));
      file.finish();
    },
    abandon: () => file.abandon(),
  };
}

/**
 * The same summary, appended to that of a GitHub Actions step; null where this is none.
 * `finish` throws a {@link ReportError} where it could not be appended.
 */
export function openStepSummary(options: ReportOptions): BatchReport | null {
  if (!options.env['GITHUB_STEP_SUMMARY']) return null;
  const failures = new FirstFailures(options);
  return {
    add: (result) => failures.add(result),
    finish(summary) {
      const texts = [failures.summaryOf(summary), failures.shortSummaryOf(summary)];
      const problem = appendStepSummary(options.env, texts);
      if (problem !== null) throw new ReportError(problem);
    },
    abandon: () => undefined,
  };
}

class FirstFailures {
  readonly #failures: FailedTask[] = [];
  readonly #title: string;
  readonly #redact: (text: string) => string;

  constructor({ title, env }: ReportOptions) {
    this.#redact = createRedactor(env);
    this.#title = this.#redact(title);
  }

  add(result: BatchResult): void {
    if (result.ok || this.#failures.length >= NAMED_FAILURES) return;
    const shown = (text: string) => clip(this.#redact(text), KEPT_LENGTH);
    this.#failures.push({ id: shown(result.id), kind: result.kind, message: shown(result.message) });
  }

  summaryOf(summary: BatchSummary): string {
    return markdownSummary(summary, { title: this.#title, failures: this.#failures });
  }

  /** Without the tasks. */
  shortSummaryOf(summary: BatchSummary): string {
    return markdownSummary(summary, { title: this.#title, failures: [] });
  }
}
