import { exactNumber, fromEntries, toNumbers } from './exact.js';
import { type ScanObserver, scanValue } from './scan.js';
import { endOfValidString } from './tokens.js';
import type { JsonValue } from './value.js';
import { valueStats } from './value-stats.js';

/** A key that looks like a whole number; JavaScript puts it before others. */
const numericKey = /"(?:\d|\\u003\d)+"\s*:/;

/**
 * The exact value of a JSON text: keys in their order, and bigints for integers that a number would round.
 *
 * @param value - what `JSON.parse` makes of the text
 */
export function readExactly(text: string, value: JsonValue): JsonValue {
  const stats = valueStats(value);
  // The scanner goes no deeper either, and there is no end to the digits of 1e999999999.
  if (stats.tooDeep || stats.outOfRange) return value;
  if (stats.unsafeNumbers === 0 && !numericKey.test(text)) return value;
  const reader = new ExactReader(text);
  scanValue(text, 0, reader);
  return reader.result;
}

type Container = { readonly items: JsonValue[] } | { readonly entries: [string, JsonValue][]; key: string };

/** As `JSON.parse`; what a number or an object would lose is noted beside the value. */
export function parseNoting(text: string): JsonValue {
  return toNumbers(readExactly(text, JSON.parse(text)));
}

class ExactReader implements ScanObserver {
  result: JsonValue = null;
  readonly #text: string;
  readonly #open: Container[] = [];

  constructor(text: string) {
    this.#text = text;
  }

  value(start: number): void {
    const first = this.#text.charAt(start);
    if (first === '"') this.#put(JSON.parse(this.#text.slice(start, endOfValidString(this.#text, start))));
    else if (first === 't' || first === 'f') this.#put(first === 't');
    else if (first === 'n') this.#put(null);
  }

  number(start: number, end: number): void {
    this.#put(exactNumber(this.#text.slice(start, end)) as JsonValue);
  }

  open(kind: 'array' | 'object'): void {
    this.#open.push(kind === 'array' ? { items: [] } : { entries: [], key: '' });
  }

  key(start: number, end: number): void {
    const top = this.#open.at(-1);
    if (top !== undefined && 'key' in top) top.key = JSON.parse(this.#text.slice(start, end));
  }

  close(): void {
    const closed = this.#open.pop();
    if (closed !== undefined) this.#put('items' in closed ? closed.items : fromEntries(closed.entries));
  }

  #put(value: JsonValue): void {
    const top = this.#open.at(-1);
    if (top === undefined) this.result = value;
    else if ('items' in top) top.items.push(value);
    else top.entries.push([top.key, value]);
  }
}
