import type { BatchSummary } from '../../batch/engine/summary-accumulator.js';
import { describeStop } from '../../batch/report/outcome-tones.js';
import { formatDuration } from '../../text/duration.js';
import { plural, withCommas } from '../../text/plural.js';

export interface TableOptions {
  /** Where the results are, as the user wrote it; null where they went to stdout. */
  readonly resultsFile: string | null;
  /** The page that shows them, where one was made. */
  readonly reportFile?: string | undefined;
}

/** What a batch came to, for people, and what to do next. With its last line break. */
export function batchTable(summary: BatchSummary, options: TableOptions): string {
  if (summary.total + summary.notRun === 0 && summary.stopped === null) return 'There were no tasks.\n';
  const lines = [...kindLines(summary), '', ...totalLines(summary), ...nextSteps(summary, options)];
  return `${lines.join('\n').trim()}\n`;
}

function kindLines({ byKind, total }: BatchSummary): string[] {
  const rows = byKind.map(({ kind, count: number, p50Ms, p95Ms }) => [
    kind,
    withCommas(number),
    p50Ms === null ? '-' : formatDuration(p50Ms),
    p95Ms === null ? '-' : formatDuration(p95Ms),
  ]);
  const all = ['outcome', 'tasks', 'p50', 'p95'];
  return aligned([all, ...rows, ...(byKind.length > 1 ? [['all', withCommas(total), '', '']] : [])]);
}

function totalLines(summary: BatchSummary): string[] {
  const { tokens, retries, repairs, elapsedMs, total, resumed } = summary;
  const cached = tokens.cachedInput === 0 ? '' : ` (${withCommas(tokens.cachedInput)} cached)`;
  const ran = total - resumed;
  const rate = elapsedMs === 0 ? 0 : (ran * 1000) / elapsedMs;
  const rows = [
    ['tokens', `${withCommas(tokens.input)} in${cached}, ${withCommas(tokens.output)} out`],
    ['retries', withCommas(retries)],
    ['repairs', withCommas(repairs)],
    ['elapsed', `${formatDuration(elapsedMs)}, ${rate.toFixed(rate < 10 ? 2 : 0)} tasks a second`],
  ];
  if (resumed > 0) rows.push(['resumed', `${plural(resumed, 'result')} of an earlier run`]);
  const width = Math.max(...rows.map(([name = '']) => name.length));
  return rows.map(([name = '', text = '']) => `${name.padEnd(width)}  ${text}`);
}

function nextSteps(summary: BatchSummary, { resultsFile, reportFile }: TableOptions): string[] {
  const { failed, stopped, notRun } = summary;
  const steps: string[] = [];
  if (stopped !== null) {
    const left = notRun === 0 ? '' : ` ${plural(notRun, 'task')} that had been read did not run.`;
    steps.push(`The batch stopped early, because ${describeStop(stopped)}.${left}`);
  }
  if (failed > 0 && reportFile !== undefined) steps.push(`See what failed: ${reportFile}`);
  else if (failed > 0 && resultsFile !== null) {
    steps.push(`See what failed: jq -c 'select(.ok | not) | {id, kind, message}' ${quoted(resultsFile)}`);
  }
  if (stopped !== null && resultsFile !== null) {
    steps.push('Go on with the rest: the same command with --resume.');
  }
  if (failed > 0 && resultsFile !== null) {
    steps.push('Run what failed again: the same command with --resume --rerun-failed.');
  }
  return steps.length === 0 ? [] : ['', ...steps];
}

/** The first column to the left, the others to the right. */
function aligned(rows: readonly (readonly string[])[]): string[] {
  const widths = rows[0]?.map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)));
  return rows.map((row) =>
    row
      .map((cell, column) => {
        const width = widths?.[column] ?? 0;
        return column === 0 ? cell.padEnd(width) : cell.padStart(width);
      })
      .join('  ')
      .trimEnd(),
  );
}

/** As a shell takes it for one word. */
function quoted(path: string): string {
  return /^[\w./@%+=:,-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
