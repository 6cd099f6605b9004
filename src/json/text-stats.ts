import { scanValue } from './scan.js';
import { endOfValidString, skipWhitespace } from './tokens.js';

/** How many members the objects of a valid JSON text name together, duplicates included. */
export function countMembers(text: string): number {
  let members = 0;
  let quote = text.indexOf('"');
  while (quote !== -1) {
    const end = endOfValidString(text, quote);
    // Outside strings a colon stands behind member names only.
    if (text.charCodeAt(skipWhitespace(text, end)) === 0x3a) members++;
    quote = text.indexOf('"', end);
  }
  return members;
}

/** How many integers of a valid JSON text, written without fraction or exponent, exceed ±(2^53 − 1). */
export function countUnsafeIntegers(text: string): number {
  let unsafe = 0;
  scanValue(text, 0, {
    number(start, end) {
      if (isUnsafeInteger(text.slice(start, end))) unsafe++;
    },
  });
  return unsafe;
}

/** Whether a number token is an integer, written as one, that a double cannot be trusted with. */
export function isUnsafeInteger(token: string): boolean {
  return /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token));
}
