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
