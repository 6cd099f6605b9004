import { appendFileSync, statSync } from 'node:fs';
import { createRedactor } from '../../outcome/redact/redactor.js';
import { fileProblem } from '../../platform/files/file-problem.js';
import { clip } from '../../text/clip.js';
import { formatDuration } from '../../text/duration.js';
import { plural, withCommas } from '../../text/plural.js';
import type { BatchResult } from '../batch-result.js';
import type { BatchSummary, KindSummary } from '../engine/summary-accumulator.js';
import { type BatchReport, ReportError, ReportFile, type ReportOptions } from './batch-report.js';
import { describeStop } from './outcome-tones.js';
import { oneLine, wellFormed } from './text.js';

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

/** A failed task, as a summary names it. */
interface FailedTask {
  readonly id: string;
  readonly kind: string;
  readonly message: string;
}

interface MarkdownOptions {
  readonly title: string;
  /** The first of those that failed; the text says how many there are beyond them. */
  readonly failures: readonly FailedTask[];
}

const TITLE_LENGTH = 120;
const ID_LENGTH = 120;
const MESSAGE_LENGTH = 400;

/**
 * What a batch came to, in GitHub's Markdown: a chart, a table by kind, totals, and the tasks that failed.
 * Secrets are the caller's to hide.
 */
export function markdownSummary(summary: BatchSummary, { title, failures }: MarkdownOptions): string {
  const sections = [
    `## ${markdownText(title, TITLE_LENGTH)}`,
    verdict(summary),
    chart(summary.byKind),
    kindTable(summary),
    totalsTable(summary),
    failureTable(summary, failures),
  ];
  return `${sections.filter((section) => section !== '').join('\n\n')}\n`;
}

function verdict(summary: BatchSummary): string {
  const { total, ok, failed, stopped, notRun, resumed } = summary;
  const head =
    failed === 0
      ? `✅ **${plural(ok, 'task')} ok.**`
      : `❌ **${withCommas(failed)} of ${plural(total, 'task')} failed.**`;
  const early =
    stopped === null
      ? ''
      : ` ⚠️ The batch stopped early, because ${describeStop(stopped)}${notRun === 0 ? '' : `; ${plural(notRun, 'task')} that had been read ${notRun === 1 ? 'was' : 'were'} not run`}.`;
  const earlier =
    resumed === 0 ? '' : ` ${plural(resumed, 'result')} ${resumed === 1 ? 'is' : 'are'} of an earlier run.`;
  return `${head}${early}${earlier}`;
}

/** https://mermaid.js.org/syntax/pie.html: labels in quotes, values above 0. One slice would tell nothing. */
function chart(byKind: readonly KindSummary[]): string {
  const slices = byKind.filter((kind) => kind.count > 0);
  if (slices.length < 2) return '';
  const lines = slices.map((slice) => `    "${slice.kind}" : ${slice.count}`);
  return ['```mermaid', 'pie showData', ...lines, '```'].join('\n');
}

function kindTable({ byKind, total }: BatchSummary): string {
  if (byKind.length === 0) return '';
  const rows = byKind.map((kind) => {
    const share = total === 0 ? '' : `${((100 * kind.count) / total).toFixed(1)}%`;
    return `| \`${kind.kind}\` | ${withCommas(kind.count)} | ${share} | ${time(kind.p50Ms)} | ${time(kind.p95Ms)} |`;
  });
  return ['| Outcome | Tasks | Share | p50 | p95 |', '|:--|--:|--:|--:|--:|', ...rows].join('\n');
}

function totalsTable(summary: BatchSummary): string {
  const { tokens, retries, repairs, elapsedMs, total, resumed } = summary;
  const rate = ((total - resumed) * 1000) / elapsedMs;
  // Journals that are merged have no time of their own.
  const time = elapsedMs === 0 ? [] : [formatDuration(elapsedMs), rate.toFixed(rate < 10 ? 2 : 0)];
  const cells = [
    withCommas(tokens.input),
    withCommas(tokens.cachedInput),
    withCommas(tokens.output),
    withCommas(retries),
    withCommas(repairs),
    ...time,
  ];
  return [
    `| Input tokens | of these cached | Output tokens | Retries | Repairs |${time.length === 0 ? '' : ' Elapsed | Tasks a second |'}`,
    `|${'--:|'.repeat(cells.length)}`,
    `| ${cells.join(' | ')} |`,
  ].join('\n');
}

function failureTable({ failed }: BatchSummary, failures: readonly FailedTask[]): string {
  if (failures.length === 0) return '';
  const rows = failures.map(({ id, kind, message }) => {
    const cells = [markdownText(id, ID_LENGTH), `\`${kind}\``, markdownText(message, MESSAGE_LENGTH)];
    return `| ${cells.join(' | ')} |`;
  });
  const beyond = failed - failures.length;
  return [
    '### Failed tasks',
    '',
    '| Task | Outcome | What happened |',
    '|:--|:--|:--|',
    ...rows,
    ...(beyond > 0 ? ['', `… and ${withCommas(beyond)} more.`] : []),
  ].join('\n');
}

function time(ms: number | null): string {
  return ms === null ? '' : formatDuration(ms);
}

/**
 * Text from outside as it may stand in a cell of a table: nothing in it is markup, HTML, a link, a formula or
 * the end of the cell.
 *
 * @param length - in UTF-16 code units, before it is escaped
 */
export function markdownText(text: string, length: number): string {
  return (
    clip(wellFormed(oneLine(text)), length)
      .replace(/[&<>]/g, (character) => ENTITIES[character] ?? character)
      // An escaped `:` or dot makes no link of an address.
      .replace(/[\\`*_[\]|~@$#!]|:(?=\/\/)|(?<=www)\./gi, '\\$&')
  );
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** GitHub refuses the summary of a step that is larger: 1 MiB, with what other commands of the step wrote. */
const LIMIT = 1024 * 1024;

/**
 * Appends to the summary of a GitHub Actions step, where there is one (`$GITHUB_STEP_SUMMARY`).
 *
 * @param texts - the first of them that there is still room for is taken
 * @returns what is to be told to people where it could not be done, as one sentence; null otherwise
 */
function appendStepSummary(
  env: Readonly<Record<string, string | undefined>>,
  texts: readonly string[],
): string | null {
  const path = env['GITHUB_STEP_SUMMARY'];
  if (path === undefined || path === '') return null;
  try {
    const taken = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const text = texts.map((text) => `\n${text}`).find((text) => taken + Buffer.byteLength(text) <= LIMIT);
    if (text === undefined) return 'The step summary is full (1 MiB), so the batch is not in it.';
    appendFileSync(path, text);
    return null;
  } catch (error) {
    return `The step summary could not be written: ${fileProblem(error)}.`;
  }
}
