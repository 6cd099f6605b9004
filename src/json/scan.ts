import { maxDepth } from './max-depth.js';
import {
  isProblem,
  type ScanProblem,
  type ScanResult,
  scanLiteral,
  scanNumber,
  scanString,
} from './scan-scalars.js';
import { isDigit, skipWhitespace } from './tokens.js';

/** Called for the parts of a scanned value. Offsets are UTF-16 code units from the start of the text. */
export interface ScanObserver {
  /** A value begins, whatever it is. */
  value?(start: number): void;
  open?(kind: 'array' | 'object', start: number): void;
  close?(): void;
  /** A member's name, with its quotes. */
  key?(start: number, end: number): void;
  number?(start: number, end: number): void;
}

type Next = 'value' | 'value-or-close' | 'key' | 'key-or-close' | 'colon' | 'comma-or-close';

const expectedBy: Readonly<Record<Next, string>> = {
  value: 'a value',
  'value-or-close': 'a value or "]"',
  key: 'a member name in double quotes',
  'key-or-close': 'a member name in double quotes or "}"',
  colon: '":"',
  'comma-or-close': '"," or a closing bracket',
};

/**
 * Scans exactly one JSON value (RFC 8259) that begins at or after `from`.
 *
 * Is iterative, so that no nesting overflows the stack. It stops at `maxDepth`, because the rest of the program does not
 * support more.
 */
export function scanValue(text: string, from: number, observer: ScanObserver): ScanResult {
  const open: ('array' | 'object')[] = [];
  let next: Next = 'value';
  let at = from;
  for (;;) {
    at = skipWhitespace(text, at);
    if (at >= text.length) return { reason: 'truncated', offset: text.length, expected: expectedBy[next] };
    const character = text.charAt(at);
    const wrong: ScanProblem = { reason: 'syntax', offset: at, expected: expectedBy[next] };

    if (closes(character, next, open.at(-1))) {
      open.pop();
      observer.close?.();
      at++;
    } else if (next === 'comma-or-close') {
      if (character !== ',') return wrong;
      next = open.at(-1) === 'object' ? 'key' : 'value';
      at++;
      continue;
    } else if (next === 'colon') {
      if (character !== ':') return wrong;
      next = 'value';
      at++;
      continue;
    } else if (next === 'key' || next === 'key-or-close') {
      if (character !== '"') return wrong;
      const key = scanString(text, at);
      if (isProblem(key)) return key;
      observer.key?.(at, key.end);
      next = 'colon';
      at = key.end;
      continue;
    } else if (character === '[' || character === '{') {
      if (open.length === maxDepth) {
        return { reason: 'too_deep', offset: at, expected: `at most ${maxDepth} levels of nesting` };
      }
      const kind = character === '[' ? 'array' : 'object';
      observer.value?.(at);
      observer.open?.(kind, at);
      open.push(kind);
      next = kind === 'array' ? 'value-or-close' : 'key-or-close';
      at++;
      continue;
    } else {
      observer.value?.(at);
      const scalar = scanScalar(text, at, expectedBy[next], observer);
      if (isProblem(scalar)) return scalar;
      at = scalar.end;
    }
    if (open.length === 0) return { end: at };
    next = 'comma-or-close';
  }
}

function closes(character: string, next: Next, innermost: 'array' | 'object' | undefined): boolean {
  if (character === ']') {
    return innermost === 'array' && (next === 'comma-or-close' || next === 'value-or-close');
  }
  return (
    character === '}' && innermost === 'object' && (next === 'comma-or-close' || next === 'key-or-close')
  );
}

function scanScalar(text: string, start: number, expected: string, observer: ScanObserver): ScanResult {
  const code = text.charCodeAt(start);
  if (code === 0x22) return scanString(text, start);
  if (code === 0x2d || isDigit(code)) {
    const result = scanNumber(text, start);
    if (!isProblem(result)) observer.number?.(start, result.end);
    return result;
  }
  return scanLiteral(text, start, expected);
}
