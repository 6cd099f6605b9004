/** The four white space characters of JSON. */
export function isWhitespace(code: number): boolean {
  return code === 0x20 || code === 0x0a || code === 0x0d || code === 0x09;
}

export function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

export function skipWhitespace(text: string, from: number): number {
  let i = from;
  while (isWhitespace(text.charCodeAt(i))) i++;
  return i;
}

/**
 * Returns the offset after the closing quote of the string that starts at `start`, in a valid JSON text.
 *
 * Searches for quotes instead of reading every character, since most of a large text is strings.
 */
export function endOfValidString(text: string, start: number): number {
  let quote = text.indexOf('"', start + 1);
  while (quote !== -1 && isEscaped(text, quote, start)) quote = text.indexOf('"', quote + 1);
  return quote === -1 ? text.length : quote + 1;
}

function isEscaped(text: string, at: number, start: number): boolean {
  let backslashes = 0;
  for (let i = at - 1; i > start && text.charCodeAt(i) === 0x5c; i--) backslashes++;
  return backslashes % 2 === 1;
}
