import { TERMINAL_ESCAPE } from '../../text/terminal-escape.js';

/** Control characters, and what would break a line or turn its text around. */
const UNPRINTABLE =
  /[\u0000-\u0008\u000e-\u001f\u007f-\u009f\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/g;

/** Text from outside on one line, without anything that is not seen. */
export function oneLine(text: string): string {
  return text.replace(TERMINAL_ESCAPE, '').replace(/\s+/g, ' ').replace(UNPRINTABLE, '\ufffd').trim();
}

/** Text from outside as it is read in a block: its lines stay, terminal colours go. */
export function block(text: string): string {
  return text.replace(TERMINAL_ESCAPE, '').replace(/\r\n?/g, '\n');
}

/**
 * The beginning of a text, whole characters only; what is cut off is shown as …
 *
 * @param length - in UTF-16 code units
 */
export function clip(text: string, length: number): string {
  if (text.length <= length) return text;
  const last = text.charCodeAt(length - 2);
  const splitsCharacter = last >= 0xd800 && last <= 0xdbff;
  return `${text.slice(0, Math.max(0, length - (splitsCharacter ? 2 : 1)))}…`;
}

/** As {@link clip} for long texts: says how much is missing. */
export function clipBlock(text: string, length: number): string {
  if (text.length <= length) return text;
  return `${clip(text, length)}\n[${count(text.length - length)} more characters were left out]`;
}

/** Halves of surrogate pairs have no UTF-8 and no XML: shown as what they are not. */
export function wellFormed(text: string): string {
  return text.replace(/[\ud800-\udfff]/gu, '\ufffd');
}

/** `1,234,567` */
export function count(number: number): string {
  return number.toLocaleString('en-US');
}

/** `plural(1, 'task')` is "1 task", `plural(2000, 'task')` is "2,000 tasks". */
export function plural(number: number, noun: string): string {
  return `${count(number)} ${noun}${number === 1 ? '' : 's'}`;
}

/** A time that people can compare: `850 ms`, `12.3 s`, `2m 05s`, `1h 02m`. */
export function duration(ms: number): string {
  if (ms < 999.5) return `${Math.round(ms)} ms`;
  if (ms < 59_950) return `${(ms / 1000).toFixed(1)} s`;
  const seconds = Math.round(ms / 1000);
  if (seconds < 3600) return `${Math.floor(seconds / 60)}m ${two(seconds % 60)}s`;
  const minutes = Math.round(seconds / 60);
  return `${count(Math.floor(minutes / 60))}h ${two(minutes % 60)}m`;
}

function two(number: number): string {
  return String(number).padStart(2, '0');
}
