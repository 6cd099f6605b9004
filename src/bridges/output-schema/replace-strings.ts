import { createPointerIndex } from '../../json/pointer-offsets.js';
import { endOfValidString, skipWhitespace } from '../../json/tokens.js';

/** A string member of a JSON text, by RFC 6901 pointer, and its new text. */
export interface Replacement {
  readonly pointer: string;
  readonly text: string;
}

/** Returns a JSON text with these strings replaced. Every other character stays the same. */
export function replaceStrings(json: string, replacements: readonly Replacement[]): string {
  const locator = createPointerIndex(json);
  const places = replacements
    .flatMap(({ pointer, text }) => {
      const member = locator.offsetOf(pointer);
      return member === undefined ? [] : [{ ...stringAfter(json, member), text }];
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

/** Returns the range of the string value of the member whose name begins here. The text must be valid JSON. */
function stringAfter(json: string, member: number): { start: number; end: number } {
  const colon = skipWhitespace(json, endOfValidString(json, member));
  const start = skipWhitespace(json, colon + 1);
  return { start, end: endOfValidString(json, start) };
}
