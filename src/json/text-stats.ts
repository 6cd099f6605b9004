import { scanValue } from './scan.js';
import { endOfValidString, skipWhitespace } from './tokens.js';

/** Counts the members of all objects in a valid JSON text, duplicates included. */
export function countMembers(text: string): number {
  let members = 0;
  let quote = text.indexOf('"');
  while (quote !== -1) {
    const end = endOfValidString(text, quote);
    // Outside of strings, each colon follows a member name.
    if (text.charCodeAt(skipWhitespace(text, end)) === 0x3a) members++;
    quote = text.indexOf('"', end);
  }
  return members;
}

/** Counts the integers in a valid JSON text, written without fraction or exponent, that exceed ±(2^53 − 1). */
export function countUnsafeIntegers(text: string): number {
  let unsafe = 0;
  scanValue(text, 0, {
    number(start, end) {
      if (isUnsafeInteger(text.slice(start, end))) unsafe++;
    },
  });
  return unsafe;
}

/** Whether a number token is written as an integer and may not fit a double exactly. */
export function isUnsafeInteger(token: string): boolean {
  return /^-?\d+$/.test(token) && !Number.isSafeInteger(Number(token));
}
