/** Matches complete terminal escapes in a text. For bytes, see terminal-noise.ts. */
export const TERMINAL_ESCAPE = /\x1b(\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(\x07|\x1b\\)|[@-Z\\-_])/g;

/** Control characters, and characters that break a line, change its direction or are not visible. */
const UNSAFE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** Returns text from outside as one line that a terminal, a log or a report can show. */
export function safeLine(text: string): string {
  return text
    .replace(TERMINAL_ESCAPE, '')
    .replace(/[\t\n\r]+/g, ' ')
    .replace(UNSAFE, '\ufffd');
}
