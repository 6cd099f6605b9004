import type { JsonObject, JsonValue } from './value.js';

/**
 * What JavaScript loses of a JSON text is kept beside its objects: the order of keys such as "10" and "2", which
 * JavaScript sorts, and integers that a number would round. Copies lose it, unless they are made here.
 *
 * In an **exact value**, an integer that a number would round is a bigint. Exact values stay between the parser and
 * the outcome, and go by the type `JsonValue`.
 */
interface Written {
  readonly keys?: readonly string[];
  readonly integers?: ReadonlyMap<string, bigint>;
}

const written = new WeakMap<object, Written>();

/** Nearly no process meets such a value. */
let isNeeded = false;

function note(object: object, more: Written): void {
  isNeeded = true;
  written.set(object, { ...written.get(object), ...more });
}

/** As `Object.keys`, in the order of the text. */
export function keysOf(object: object): readonly string[] {
  return (isNeeded ? written.get(object)?.keys : undefined) ?? Object.keys(object);
}

/** As `Object.entries`, in the order of the text. */
export function entriesOf<T>(object: { readonly [key: string]: T }): (readonly [string, T])[] {
  return keysOf(object).map((key) => [key, object[key] as T] as const);
}

/** As `Object.fromEntries`, and the order of the entries is kept. */
export function fromEntries<T>(entries: Iterable<readonly [string, T]>): { [key: string]: T } {
  const list = [...entries];
  const object = Object.fromEntries(list);
  // JavaScript moves only these.
  if (!list.some(([key]) => /^\d/.test(key))) return object;
  const keys = Object.keys(object);
  const order = [...new Set(list.map(([key]) => key))];
  if (keys.some((key, index) => key !== order[index])) note(object, { keys: order });
  return object;
}

/** The JSON text of a value, with its keys in their order and its numbers exact: `-0` too. */
export function jsonText(value: unknown): string {
  const isPlain = !some(value, (at) => typeof at === 'bigint' || Object.is(at, -0) || hasNotes(at));
  // The native serializer goes deeper.
  return isPlain ? JSON.stringify(value) : textOf(value);
}

function textOf(value: unknown): string {
  if (typeof value === 'bigint') return String(value);
  if (Object.is(value, -0)) return '-0';
  if (typeof value !== 'object' || value === null || 'toJSON' in value) return JSON.stringify(value);
  const integers = written.get(value)?.integers;
  const isArray = Array.isArray(value);
  let text = '';
  for (const [key, member] of entriesOf(value as JsonObject)) {
    if (member === undefined && !isArray) continue;
    const separator = text === '' ? '' : ',';
    const name = isArray ? '' : `${JSON.stringify(key)}:`;
    text += `${separator}${name}${integers?.get(key) ?? textOf(member ?? null)}`;
  }
  return isArray ? `[${text}]` : `{${text}}`;
}

function hasNotes(value: unknown): boolean {
  return isNeeded && typeof value === 'object' && value !== null && written.has(value);
}

/** The integer beyond 2^53-1 that was written as a member of an object or array. */
export function integerIn(container: object, key: string): bigint | undefined {
  return written.get(container)?.integers?.get(key);
}

/**
 * A deep copy. `change` replaces scalars; it is asked with the integer that was written.
 *
 * @param noting - whether integers that it replaces are noted
 */
function copied(
  root: JsonValue,
  change: (scalar: JsonValue | bigint) => JsonValue,
  noting = false,
): JsonValue {
  if (typeof root !== 'object' || root === null) return change(root);
  // No recursion: a value may be nested as deep as the call stack allows, or deeper.
  const originals: object[] = [root];
  for (const original of originals) {
    for (const member of Object.values(original)) {
      if (typeof member === 'object' && member !== null) originals.push(member);
    }
  }
  const copies = new Map<object, JsonValue>();
  for (const original of originals.reverse()) {
    const integers = new Map<string, bigint>();
    const entries = entriesOf(original as JsonObject).map(([key, member]): [string, JsonValue] => {
      const scalar = integerIn(original, key) ?? member;
      if (typeof scalar === 'object' && scalar !== null) return [key, copies.get(scalar) ?? null];
      if (typeof scalar === 'bigint') integers.set(key, scalar);
      return [key, change(scalar)];
    });
    const copy = Array.isArray(original) ? entries.map(([, member]) => member) : fromEntries(entries);
    if (noting && integers.size > 0) note(copy, { integers });
    copies.set(original, copy);
  }
  return copies.get(root) ?? null;
}

/** Replaces the numbers of an exact value. The order of keys stays. */
export function mapNumbers(value: JsonValue, change: (number: number | bigint) => number): JsonValue {
  return copied(value, (scalar) =>
    typeof scalar === 'number' || typeof scalar === 'bigint' ? change(scalar) : scalar,
  );
}

/** Notes beside a shallow copy what is noted beside the original. */
export function copyNotes(from: object, to: object): void {
  const notes = written.get(from);
  if (notes !== undefined) note(to, notes);
}

/** A deep copy, with what is noted. The copy is exact. */
export function copyJson(value: JsonValue): JsonValue {
  return copied(value, (scalar) => scalar as JsonValue);
}

/** The exact form of a value: the integers noted beside it become bigints. */
export function toExact(value: JsonValue): JsonValue {
  return isNeeded && some(value, hasNotes) ? copyJson(value) : value;
}

/** The value with numbers in place of bigints, which are noted beside their object or array. */
export function toNumbers(exact: JsonValue): JsonValue {
  if (!holdsBigint(exact)) return exact;
  return copied(exact, (scalar) => (typeof scalar === 'bigint' ? Number(scalar) : scalar), true);
}

/** Whether an exact value holds an integer that a number would round. */
export function holdsBigint(value: JsonValue): boolean {
  return isNeeded && some(value, (at) => typeof at === 'bigint');
}

/** Whether this is so of a value or of something inside it. No depth is too deep for it. */
function some(root: unknown, holds: (value: unknown) => boolean): boolean {
  const pending: unknown[] = [root];
  const seen = new Set<object>();
  while (pending.length > 0) {
    const at = pending.pop();
    if (holds(at)) return true;
    if (typeof at !== 'object' || at === null || seen.has(at)) continue;
    seen.add(at);
    for (const member of Object.values(at)) pending.push(member);
  }
  return false;
}

/** The number of a token, or a bigint where JavaScript would write another integer for that number. */
export function exactNumber(token: string): number | bigint {
  const number = Number(token);
  if (Number.isSafeInteger(number)) return number;
  const integer = integerOf(token);
  if (integer === undefined || integer === integerOf(String(number))) return number;
  isNeeded = true;
  return integer;
}

/** The integer that a number token stands for, whatever its notation; undefined for a fraction. */
export function integerOf(token: string): bigint | undefined {
  const [mantissa = '', exponent = '0'] = token.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = (whole + fraction).replace(/0+$/, '');
  // The zeros that were cut off count again.
  const power = Number(exponent) - fraction.length + (whole.length + fraction.length - digits.length);
  return power < 0 ? undefined : BigInt(digits || '0') * 10n ** BigInt(power);
}
