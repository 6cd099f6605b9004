import { clip } from '../../text/clip.js';
import { withCommas } from '../../text/plural.js';
import { safeLine, TERMINAL_ESCAPE } from '../../text/safe-line.js';

/** Returns text from outside as one line, with single spaces. */
export function oneLine(text: string): string {
  return safeLine(text.replace(/\s+/g, ' ')).trim();
}

/** Text from outside as it is read in a block: its lines stay, terminal colours go. */
export function block(text: string): string {
  return text.replace(TERMINAL_ESCAPE, '').replace(/\r\n?/g, '\n');
}

/** As {@link clip} for long texts: says how much is missing. */
export function clipBlock(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${clip(text, length)}\n[${withCommas(text.length - length)} more characters were left out]`;
}

/** Halves of surrogate pairs have no UTF-8 and no XML: shown as what they are not. */
export function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/gu, '\ufffd');
}

/** A time that people can compare: `850 ms`, `12.3 s`, `2m 05s`, `1h 02m`. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`;
  const minutes = Math.round(seconds / 60);
  return `${withCommas(Math.floor(minutes / 60))}h ${two(minutes % 60)}m`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
