import { endOfValidString, isWhitespace, skipWhitespace } from './tokens.js';

/**
 * Returns a valid JSON text on one line, with every token as it was written, such as 9007199254740995, 1.0 and escapes.
 *
 * @param text - valid JSON; what comes out for anything else is not defined.
 */
export function minify(text: string): string {
  const kept: string[] = [];
  let at = skipWhitespace(text, 0);
  let runStart = at;
  while (at < text.length) {
    const code = text.charCodeAt(at);
    if (code === 0x22) {
      at = endOfValidString(text, at);
    } else if (isWhitespace(code)) {
      kept.push(text.slice(runStart, at));
      at = skipWhitespace(text, at);
      runStart = at;
    } else {
      at++;
    }
  }
  kept.push(text.slice(runStart));
  return kept.join('');
}

/**
 * Formats a valid JSON text like `JSON.stringify(value, null, spaces)`, with every token as it was written.
 *
 * @param text - valid JSON; what comes out for anything else is not defined.
 * @param spaces - of indentation for each level.
 */
export function indent(text: string, spaces: number): string {
  const parts: string[] = [];
  const step = ' '.repeat(spaces);
  let newline = '\n';
  let at = skipWhitespace(text, 0);
  while (at < text.length) {
    const end = endOfToken(text, at);
    const token = text.slice(at, end);
    at = skipWhitespace(text, end);
    if (token === '{' || token === '[') {
      if (isClosing(text.charAt(at))) {
        parts.push(token, text.charAt(at));
        at = skipWhitespace(text, at + 1);
      } else {
        newline += step;
        parts.push(token, newline);
      }
    } else if (isClosing(token)) {
      newline = newline.slice(0, newline.length - spaces);
      parts.push(newline, token);
    } else if (token === ',') {
      parts.push(token, newline);
    } else {
      parts.push(token === ':' ? ': ' : token);
    }
  }
  return parts.join('');
}

function isClosing(character: string): boolean {
  return character === '}' || character === ']';
}

const punctuation = '{}[]:,';

function endOfToken(text: string, start: number): number {
  if (text.charCodeAt(start) === 0x22) return endOfValidString(text, start);
  if (punctuation.includes(text.charAt(start))) return start + 1;
  let at = start + 1;
  while (at < text.length && !isWhitespace(text.charCodeAt(at)) && !punctuation.includes(text.charAt(at))) {
    at++;
  }
  return at;
}
