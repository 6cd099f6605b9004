import { HIDDEN } from './secret-words.js';

const MARK = /-----(BEGIN|END) (?:[A-Z0-9]{1,16} ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;

/** What the text between the marks is made of: base64, headers, line breaks, also as JSON text writes them. */
const BODY = /[A-Za-z0-9+/=\s\\:,.-]/;
/** A line of such a body: nothing but base64, and of some length. */
const BODY_LINE = /^[A-Za-z0-9+/=]{16,}$/;
/** The last line of a body may be short. */
const SHORT_LINE = /^[A-Za-z0-9+/=]+$/;

/**
 * Hides private keys in PEM, also cut ones: from a `BEGIN` to its `END`, to what is no base64, or to the end of
 * the text; before an `END` without `BEGIN`, the lines of base64.
 */
export function hidePrivateKeys(text: string): string {
  if (!text.includes('PRIVATE KEY')) return text;
  let shown = '';
  let at = 0;
  let begin: number | null = null;
  for (const match of text.matchAll(MARK)) {
    const after = match.index + match[0].length;
    if (match[1] === 'BEGIN') {
      if (begin !== null) [shown, at] = [shown + HIDDEN, endOfBody(text, at, match.index)];
      shown += text.slice(at, match.index);
      [begin, at] = [after, after];
    } else if (begin !== null) {
      shown += HIDDEN;
      [begin, at] = [null, after];
    } else {
      shown += `${withoutLastBody(text.slice(at, match.index))}${HIDDEN}`;
      at = after;
    }
  }
  if (begin !== null) [shown, at] = [shown + HIDDEN, endOfBody(text, at, text.length)];
  return shown + text.slice(at);
}

function endOfBody(text: string, start: number, end: number): number {
  let at = start;
  while (at < end && BODY.test(text.charAt(at))) at += 1;
  return at;
}

/** The text up to the lines of base64 with which it ends, the first of which may follow other words. */
function withoutLastBody(text: string): string {
  // Every second part is what breaks a line, which may have become a space.
  const parts = text.split(/(\s+|(?:\\[nr])+)/);
  let kept = parts.length;
  let isLast = true;
  for (let index = parts.length - 1; index >= 0; index -= 2) {
    const line = (parts[index] ?? '').trim();
    const isBody = line === '' || BODY_LINE.test(line) || (isLast && SHORT_LINE.test(line));
    if (!isBody)
      return isLast ? text : `${parts.slice(0, index).join('')}${withoutLastRun(parts[index] ?? '')}`;
    if (line !== '') isLast = false;
    kept = index;
  }
  return parts.slice(0, kept).join('');
}

/** A run of base64 of this length is no word. */
const SHORTEST_RUN = 40;

function withoutLastRun(line: string): string {
  let at = line.length;
  while (at > 0 && SHORT_LINE.test(line.charAt(at - 1))) at -= 1;
  return line.length - at < SHORTEST_RUN ? line : line.slice(0, at);
}
