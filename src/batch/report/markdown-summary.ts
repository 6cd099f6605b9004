import { plural, withCommas } from '../../text/plural.js';
import type { BatchSummary, KindSummary } from '../engine/summary-accumulator.js';
import { markdownText } from './markdown-text.js';
import { describeStop } from './outcome-tones.js';
import { duration } from './text.js';

/** A failed task, as a summary names it. */
export interface FailedTask {
  readonly id: string;
  readonly kind: string;
  readonly message: string;
}

export interface MarkdownOptions {
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
  const rate = elapsedMs === 0 ? 0 : ((total - resumed) * 1000) / elapsedMs;
  const cells = [
    withCommas(tokens.input),
    withCommas(tokens.cachedInput),
    withCommas(tokens.output),
    withCommas(retries),
    withCommas(repairs),
    duration(elapsedMs),
    rate.toFixed(rate < 10 ? 2 : 0),
  ];
  return [
    '| Input tokens | of these cached | Output tokens | Retries | Repairs | Elapsed | Tasks a second |',
    '|--:|--:|--:|--:|--:|--:|--:|',
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
  return ms === null ? '' : duration(ms);
}
