import { isDigit } from './tokens.js';

/** Why no complete JSON value was found. */
export interface ScanProblem {
  readonly reason: 'syntax' | 'truncated' | 'too_deep';
  readonly offset: number;
  /** What is valid at this place, for a sentence with "expected". */
  readonly expected: string;
}

export type ScanResult = { readonly end: number } | ScanProblem;

export function isProblem(result: ScanResult): result is ScanProblem {
  return 'reason' in result;
}

const hexEscape = /[0-9a-fA-F]/;

export function scanString(text: string, start: number): ScanResult {
  let at = start + 1;
  for (;;) {
    const code = text.charCodeAt(at);
    if (Number.isNaN(code)) return truncated(text, 'the closing quote of a string');
    if (code === 0x22) return { end: at + 1 };
    if (code < 0x20) return { reason: 'syntax', offset: at, expected: 'an escape for a control character' };
    if (code !== 0x5c) {
      at++;
      continue;
    }
    const escaped = scanEscape(text, at);
    if ('reason' in escaped) return escaped;
    at = escaped.end;
  }
}

function scanEscape(text: string, backslash: number): ScanResult {
  const expected = 'a valid escape sequence';
  const letter = text.charAt(backslash + 1);
  if (letter === '') return truncated(text, expected);
  if (letter !== 'u') {
    return '"\\/bfnrt'.includes(letter)
      ? { end: backslash + 2 }
      : { reason: 'syntax', offset: backslash, expected };
  }
  for (let at = backslash + 2; at < backslash + 6; at++) {
    if (at >= text.length) return truncated(text, expected);
    if (!hexEscape.test(text.charAt(at))) return { reason: 'syntax', offset: backslash, expected };
  }
  return { end: backslash + 6 };
}

export function scanNumber(text: string, start: number): ScanResult {
  const digits = (from: number): number => {
    let at = from;
    while (isDigit(text.charCodeAt(at))) at++;
    return at;
  };
  const digitWanted = (at: number): ScanProblem =>
    at >= text.length ? truncated(text, 'a digit') : { reason: 'syntax', offset: at, expected: 'a digit' };

  const integerStart = text.charAt(start) === '-' ? start + 1 : start;
  let at = text.charAt(integerStart) === '0' ? integerStart + 1 : digits(integerStart);
  if (at === integerStart) return digitWanted(at);
  if (isDigit(text.charCodeAt(at))) {
    return { reason: 'syntax', offset: integerStart, expected: 'a number without leading zeros' };
  }
  if (text.charAt(at) === '.') {
    const fraction = at + 1;
    at = digits(fraction);
    if (at === fraction) return digitWanted(at);
  }
  if (text.charAt(at) === 'e' || text.charAt(at) === 'E') {
    const sign = text.charAt(at + 1);
    const exponent = sign === '+' || sign === '-' ? at + 2 : at + 1;
    at = digits(exponent);
    if (at === exponent) return digitWanted(at);
  }
  return { end: at };
}

const literals = ['true', 'false', 'null'] as const;

export function scanLiteral(text: string, start: number, expected: string): ScanResult {
  for (const literal of literals) {
    if (text.startsWith(literal, start)) return { end: start + literal.length };
    // A text that ends within a literal is truncated, not misspelled.
    const rest = text.slice(start, start + literal.length);
    if (start + rest.length === text.length && literal.startsWith(rest))
      return truncated(text, `"${literal}"`);
  }
  return { reason: 'syntax', offset: start, expected };
}

function truncated(text: string, expected: string): ScanProblem {
  return { reason: 'truncated', offset: text.length, expected };
}
