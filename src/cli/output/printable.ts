import { TERMINAL_ESCAPE } from '../../text/terminal-escape.js';

/** Text from outside, made harmless for a terminal: no escapes, no control characters, one line. */
export function oneLine(text: string): string {
  return text
    .replace(TERMINAL_ESCAPE, '')
    .replace(/[\t\n\r]+/g, ' ')
    .replace(/[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069]/g, '�');
}

/** @param width - in characters; what is cut off is shown as … */
export function clipped(text: string, width: number): string {
  const characters = Array.from(text);
  return characters.length <= width ? text : `${characters.slice(0, Math.max(0, width - 1)).join('')}…`;
}
