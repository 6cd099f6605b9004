import { createPointerIndex } from '../../json/pointer-offsets.js';
import { endOfValidString, skipWhitespace } from '../../json/tokens.js';

/** A string member in a JSON text, by RFC 6901 pointer, and what it is to say. */
export interface Replacement {
  readonly pointer: string;
  readonly text: string;
}

/** The same JSON text but for these strings: every other character of it stays. */
export function replaceStrings(json: string, replacements: readonly Replacement[]): string {
  const locator = createPointerIndex(json);
  const places = replacements
    .flatMap(({ pointer, text }) => {
      const member = locator.offsetOf(pointer);
      return member === undefined ? [] : [{ ...stringBehind(json, member), text }];
    })
    .sort((a, b) => a.start - b.start);
  let written = '';
  let from = 0;
  for (const { start, end, text } of places) {
    written += json.slice(from, start) + JSON.stringify(text);
    from = end;
  }
  return written + json.slice(from);
}

/** Where the value of a member is whose name begins here; the text is known to be JSON. */
function stringBehind(json: string, member: number): { start: number; end: number } {
  const colon = skipWhitespace(json, endOfValidString(json, member));
  const start = skipWhitespace(json, colon + 1);
  return { start, end: endOfValidString(json, start) };
}
