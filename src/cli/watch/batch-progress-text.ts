import { styleText } from 'node:util';
import { clip } from '../../text/clip.js';
import { formatDuration } from '../../text/duration.js';
import { formatList } from '../../text/format-list.js';
import { withCommas } from '../../text/plural.js';
import { safeLine } from '../../text/safe-line.js';
import type { BatchSnapshot } from './batch-progress-state.js';

export interface BlockLook {
  readonly columns: number;
  readonly color: boolean;
  /** Incremented each time the block is drawn. */
  readonly frame: number;
  /** Hides secrets in the ids. */
  readonly redact: (text: string) => string;
}

const FRAMES = ['⠋', '⠙', '⠹', '⠸', '⠼', '⠴', '⠦', '⠧', '⠇', '⠏'];
const BAR_CELLS = 20;
/** On a narrower terminal, the numbers need the space. */
const COLUMNS_FOR_BAR = 70;
const SHOWN_KINDS = 4;
const SHOWN_IDS = 8;
const ID_WIDTH = 40;

/** Returns the block on a terminal: how much is done, the kinds of outcomes, and the running tasks. */
export function progressBlock(snapshot: BatchSnapshot, look: BlockLook): readonly string[] {
  const bar = look.columns < COLUMNS_FOR_BAR ? '' : barOf(snapshot, look);
  // One short of the width: a full last column makes some terminals wrap.
  const width = look.columns - 1;
  const frame = FRAMES[look.frame % FRAMES.length];
  const barWidth = bar === '' ? 0 : BAR_CELLS + 1;
  return [
    `${frame} ${bar}${clip(totalsOf(snapshot).join(' · '), width - 2 - barWidth)}`,
    kindsLine(snapshot, width, look.color),
    clip(`  ${running(snapshot, look.redact)}`, width),
  ];
}

/** Returns the same as one line of a log. */
export function progressLine(snapshot: BatchSnapshot): string {
  const parts = [...totalsOf(snapshot), ...kindsOf(snapshot), ...waiting(snapshot)];
  return `batch: ${parts.join(', ')}`;
}

function totalsOf({ done, total, rate, leftMs, tokens }: BatchSnapshot): string[] {
  const part =
    total === null
      ? `${withCommas(done)} done, total not known yet`
      : `${withCommas(done)}/${withCommas(total)} ${percent(done, total)}%`;
  const parts = [part];
  if (rate !== null) parts.push(`${rate.toFixed(rate < 10 ? 1 : 0)}/s`);
  if (leftMs !== null && leftMs > 0) parts.push(`${roughly(leftMs)} left`);
  if (tokens > 0) parts.push(`${short(tokens)} tokens`);
  return parts;
}

/** Rounds down, so that 100% means that all are done. */
export function percent(done: number, total: number): number {
  return total === 0 ? 100 : Math.min(100, Math.floor((100 * done) / total));
}

function kindsOf({ kinds }: BatchSnapshot): string[] {
  const shown = kinds.slice(0, SHOWN_KINDS).map(({ kind, count }) => `${withCommas(count)} ${kind}`);
  const others = kinds.slice(SHOWN_KINDS).reduce((sum, { count }) => sum + count, 0);
  return others === 0 ? shown : [...shown, `${withCommas(others)} of other kinds`];
}

function kindsLine(snapshot: BatchSnapshot, width: number, color: boolean): string {
  const text = [...kindsOf(snapshot), ...waiting(snapshot)].join(' · ');
  const line = clip(`  ${text === '' ? 'none done yet' : text}`, width);
  if (!color) return line;
  return line
    .split(' · ')
    .map((part) => colored(/^\s*[\d,]+ ok$/.test(part) ? 'green' : 'yellow', part))
    .join(' · ');
}

function waiting({ waiting: number }: BatchSnapshot): string[] {
  return number === 0 ? [] : [`${withCommas(number)} waiting for a retry`];
}

function running({ running: ids }: BatchSnapshot, redact: (text: string) => string): string {
  if (ids.length === 0) return 'no running tasks';
  const shown = ids.slice(0, SHOWN_IDS).map((id) => clip(safeLine(redact(id)), ID_WIDTH));
  return `${withCommas(ids.length)} running: ${formatList(shown, SHOWN_IDS, ids.length)}`;
}

function barOf({ done, total }: BatchSnapshot, { frame, color }: BlockLook): string {
  const full = total === null ? 0 : Math.floor((BAR_CELLS * Math.min(done, total)) / Math.max(1, total));
  const cells = Array.from({ length: BAR_CELLS }, (_, at) => at < full || isRunner(total, frame, at));
  const bar = cells.map((isFull) => (isFull ? '█' : '░')).join('');
  return `${color ? colored('green', bar) : bar} `;
}

/** While the total is unknown, a marker moves along the bar. */
function isRunner(total: number | null, frame: number, at: number): boolean {
  return total === null && (at + BAR_CELLS - (frame % BAR_CELLS)) % BAR_CELLS < 3;
}

/** Rounds seconds up, since it is an estimate. */
function roughly(ms: number): string {
  return formatDuration(ms < 60_000 ? Math.ceil(ms / 1000) * 1000 : ms);
}

function short(number: number): string {
  if (number < 1000) return String(number);
  if (number < 999_950) return `${(number / 1000).toFixed(1)}k`;
  return `${(number / 1_000_000).toFixed(1)}M`;
}

/** By default, `styleText` checks stdout, which says nothing about stderr. */
function colored(color: 'green' | 'yellow', text: string): string {
  return styleText(color, text, { validateStream: false });
}
