import { createHash } from 'node:crypto';
import { createRedactor } from '../../outcome/redact/redactor.js';
import { clip } from '../../text/clip.js';
import { formatDuration } from '../../text/duration.js';
import { plural, withCommas } from '../../text/plural.js';
import type { BatchSummary } from '../engine/summary-accumulator.js';
import { type BatchReport, ReportFile, type ReportOptions } from './batch-report.js';
import { REPORT_SCRIPT, REPORT_STYLE } from './generated/page.js';
import { htmlTask } from './html-task.js';
import { describeStop, type Tone, toneOf } from './outcome-tones.js';
import { oneLine, wellFormed } from './text.js';

const TITLE_LENGTH = 200;

/**
 * One self-contained page: a summary, and all tasks with search, filter and what codex did. It loads nothing,
 * and opens in any browser straight from the disk. @see OpenReport
 */
export function openHtmlReport(path: string, options: ReportOptions): BatchReport {
  const redact = createRedactor(options.env);
  const title = clip(oneLine(redact(options.title)), TITLE_LENGTH);
  const file = new ReportFile(path);
  file.write(pageHead(title));
  return {
    add(result) {
      const { row, detail } = htmlTask(result, redact);
      // What the list needs on the first line, so that the page need not read the rest of it.
      const data = `${embeddedJson(row)}\n${embeddedJson(detail)}`;
      file.write(`<script type="application/x-ndjson" class="task">${data}</script>\n`);
    },
    finish(summary) {
      file.write(pageRest(title, summary, new Date()));
      file.finish();
    },
    abandon: () => file.abandon(),
  };
}

/** Everything before the tasks. Nothing is loaded from anywhere, and only our own script runs. */
function pageHead(title: string): string {
  const policy = [
    "default-src 'none'",
    `script-src '${hashOf(REPORT_SCRIPT)}'`,
    `style-src '${hashOf(REPORT_STYLE)}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${policy}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="generator" content="codex-structured">
<title>${htmlText(title)}</title>
<style>${REPORT_STYLE}</style>
</head>
<body>
`;
}

/**
 * Everything after the tasks: what is seen. The summary is plain HTML, for places that run no scripts.
 *
 * @param madeAt - when the report was made
 */
function pageRest(title: string, summary: BatchSummary, madeAt: Date): string {
  const stamp = madeAt.toISOString();
  return `<header>
<h1>${htmlText(title)}</h1>
${verdict(summary)}
${bar(summary)}
<div class="overview">
${figures(summary)}
${kindTable(summary)}
</div>
</header>
<noscript><main><p>The tasks are in this file, but showing them takes JavaScript, which is turned off here.</p></main></noscript>
<main id="tasks" hidden>
<h2 class="unseen">Tasks</h2>
<div class="toolbar" role="search" aria-label="Tasks">
<input id="search" type="search" placeholder="Search id, outcome, message or answer  ( / )" aria-label="Search tasks" autocomplete="off" spellcheck="false">
<label class="sort"><span>Sort</span> <select id="sort"><option value="failures">failures first</option><option value="input">as in the input</option><option value="slowest">slowest first</option><option value="fastest">fastest first</option></select></label>
<div id="kinds" role="group" aria-label="Filter by outcome"></div>
</div>
<p class="found"><span id="status" role="status"></span> <button id="reset" type="button" class="link" hidden>show all</button></p>
<ol id="list"></ol>
<button id="more" type="button" class="more" hidden></button>
</main>
<footer>Made by codex-structured, <time datetime="${stamp}">${stamp.slice(0, 16).replace('T', ' ')} UTC</time>. Long texts are cut, with a note; the results file has them whole.</footer>
<script>${REPORT_SCRIPT}</script>
</body>
</html>
`;
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`;
}

function verdict({ total, ok, failed, stopped, notRun, resumed }: BatchSummary): string {
  const head =
    failed === 0 ? `${plural(ok, 'task')} ok` : `${withCommas(failed)} of ${plural(total, 'task')} failed`;
  const lines = [`<p class="verdict ${failed === 0 ? 'ok' : 'failed'}">${head}</p>`];
  if (stopped !== null) {
    const left = notRun === 0 ? '' : ` ${plural(notRun, 'task')} that had been read had not run.`;
    lines.push(`<p class="early">The batch stopped early, because ${describeStop(stopped)}.${left}</p>`);
  }
  if (resumed > 0) lines.push(`<p class="muted">${plural(resumed, 'result')} of an earlier run.</p>`);
  return lines.join('\n');
}

const BAR_WIDTH = 1000;
/** A single failure among thousands is still seen. */
const LEAST_WIDTH = 6;
const GAP = 2;
/** Like colours stand together. */
const TONES: readonly Tone[] = ['ok', 'answer', 'failed', 'stopped', 'input'];

function bar({ byKind, total }: BatchSummary): string {
  const kinds = byKind
    .filter((kind) => kind.count > 0)
    .sort((a, b) => TONES.indexOf(toneOf(a.kind)) - TONES.indexOf(toneOf(b.kind)));
  const widths = kinds.map((kind) => Math.max(LEAST_WIDTH, (BAR_WIDTH * kind.count) / Math.max(1, total)));
  const scale = BAR_WIDTH / widths.reduce((sum, width) => sum + width, 0);
  let x = 0;
  const parts = kinds.map((kind, at) => {
    const width = (widths[at] ?? 0) * scale;
    const shape = `<rect class="${toneOf(kind.kind)}" x="${x.toFixed(1)}" y="0" height="12" width="${Math.max(1, width - GAP).toFixed(1)}"><title>${kind.kind}: ${withCommas(kind.count)}</title></rect>`;
    x += width;
    return shape;
  });
  const label = kinds.map((kind) => `${kind.kind} ${kind.count}`).join(', ');
  return `<svg class="bar" role="img" aria-label="Tasks by outcome: ${label}" viewBox="0 0 ${BAR_WIDTH} 12" preserveAspectRatio="none">${parts.join('')}</svg>`;
}

function figures(summary: BatchSummary): string {
  const { total, ok, resumed, tokens, retries, repairs, elapsedMs } = summary;
  const rate = ((total - resumed) * 1000) / elapsedMs;
  // Journals that are merged have no time of their own.
  const time: [string, string, string][] =
    elapsedMs === 0
      ? []
      : [['Elapsed', formatDuration(elapsedMs), `${rate.toFixed(rate < 10 ? 2 : 0)} tasks a second`]];
  const rows: [string, string, string][] = [
    ['Tasks', withCommas(total), total === 0 ? '' : `${((100 * ok) / total).toFixed(1)}% ok`],
    ...time,
    [
      'Tokens in',
      withCommas(tokens.input),
      tokens.cachedInput === 0 ? '' : `${withCommas(tokens.cachedInput)} cached`,
    ],
    ['Tokens out', withCommas(tokens.output), ''],
    ['Retries', withCommas(retries), ''],
    ['Repairs', withCommas(repairs), ''],
  ];
  const cells = rows.map(([name, figure, note]) => {
    const small = note === '' ? '' : `<dd class="muted">${note}</dd>`;
    return `<div><dt>${name}</dt><dd class="figure">${figure}</dd>${small}</div>`;
  });
  return `<dl class="figures">${cells.join('')}</dl>`;
}

function kindTable({ byKind, total }: BatchSummary): string {
  const rows = byKind.map(({ kind, count: number, p50Ms, p95Ms }) => {
    const share = total === 0 ? '' : `${((100 * number) / total).toFixed(1)}%`;
    // A long name may be broken where its words are.
    const words = kind.replaceAll('_', '_<wbr>');
    const name = `<span class="name"><span class="dot ${toneOf(kind)}" aria-hidden="true"></span><span>${words}</span></span>`;
    const cells = `<td>${withCommas(number)}</td><td class="share">${share}</td><td>${time(p50Ms)}</td><td>${time(p95Ms)}</td>`;
    return `<tr><th scope="row">${name}</th>${cells}</tr>`;
  });
  const heads =
    '<th scope="col">Tasks</th><th scope="col" class="share">Share</th><th scope="col">p50</th><th scope="col">p95</th>';
  return `<table class="by-kind"><thead><tr><th scope="col">Outcome</th>${heads}</tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

function time(ms: number | null): string {
  return ms === null ? '–' : formatDuration(ms);
}

/** Text from outside in HTML, also inside a quoted attribute. */
function htmlText(text: string): string {
  return wellFormed(text)
    .replaceAll('\0', '\ufffd')
    .replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/**
 * JSON on one line that may stand in a `script` element: without `<` nothing can end the element or begin a
 * comment in it, and halves of surrogate pairs, which UTF-8 has no form for, are escaped by `JSON.stringify`.
 */
export function embeddedJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replace(/[\u2028\u2029\ufeff]/g, (character) => `\\u${character.charCodeAt(0).toString(16)}`);
}
