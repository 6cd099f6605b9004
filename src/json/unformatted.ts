import { endOfValidString, isWhitespace, skipWhitespace } from './tokens.js';

/**
 * Returns a JSON text without its formatting: without white space, each string and number as `JSON.stringify` writes
 * it. The order of members stays, and so does a number that does not fit a double.
 *
 * @param text - valid JSON; what comes out for anything else is not defined.
 */
export function normalizeTokens(text: string): string {
  const tokens: string[] = [];
  for (let at = skipWhitespace(text, 0); at < text.length; ) {
    const end = endOfToken(text, at);
    tokens.push(plain(text.slice(at, end)));
    at = skipWhitespace(text, end);
  }
  return tokens.join('');
}

function endOfToken(text: string, at: number): number {
  const first = text.charAt(at);
  if (first === '"') return endOfValidString(text, at);
  if (isPunctuation(first)) return at + 1;
  let end = at;
  while (end < text.length && !isPunctuation(text.charAt(end)) && !isWhitespace(text.charCodeAt(end))) end++;
  return end;
}

function isPunctuation(character: string): boolean {
  return '{}[],:'.includes(character);
}

function plain(token: string): string {
  if (token.startsWith('"')) return token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token;
  if (!/^[-\d]/.test(token)) return token;
  const number = Number(token);
  const isExact = Number.isFinite(number) && (!Number.isInteger(number) || Number.isSafeInteger(number));
  return isExact ? JSON.stringify(number) : token;
}
