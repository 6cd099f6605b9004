import { Buffer } from 'node:buffer';

/** Length of an excerpt in UTF-16 code units. */
const EXCERPT_LENGTH = 200;

/** This many bytes of UTF-8 have more characters than an excerpt, even after secrets have been hidden. */
const EXCERPT_BYTES = 4096;

/** Hides secrets in a text. Texts are redacted before they are cut, because half a secret is not recognized. */
export type Redact = (text: string) => string;

const asItIs: Redact = (text) => text;

/** Characters that move a terminal's cursor, break a line of a log, or change the direction of its text. */
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/g;

/** The beginning of a text, safe to print. */
export function excerptOf(text: string, redact: Redact = asItIs): string {
  // Through bytes, because a slice of a long string keeps the whole of it in memory.
  return excerptOfBytes(Buffer.from(text.slice(0, EXCERPT_BYTES), 'utf8'), redact);
}

/** The beginning of a line, safe to print; what is not UTF-8 is shown as U+FFFD. */
export function excerptOfBytes(bytes: Uint8Array, redact: Redact = asItIs): string {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.byteLength, EXCERPT_BYTES));
  const visible = redact(head.toString('utf8')).slice(0, EXCERPT_BYTES).replace(UNPRINTABLE, visibly);
  return visible.length <= EXCERPT_LENGTH ? visible : `${wholeCharacters(visible, EXCERPT_LENGTH - 1)}…`;
}

function visibly(character: string): string {
  const code = character.charCodeAt(0);
  return code < 0x100
    ? `\\x${code.toString(16).padStart(2, '0')}`
    : `\\u${code.toString(16).padStart(4, '0')}`;
}

function wholeCharacters(text: string, length: number): string {
  const last = text.charCodeAt(length - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff ? length - 1 : length);
}
