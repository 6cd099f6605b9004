import { pointerTo } from '../json/pointer.js';
import type { JsonValue } from '../json/value.js';

/** Beyond this `String` writes an exponent, which is not how anyone writes an integer. */
const longestWrittenOut = 1e21;

/** Pointers of the integers beyond ±(2^53 − 1) in a JSON value, at most `limit` of them. */
export function findUnsafeIntegers(root: JsonValue, limit: number): string[] {
  const found: string[] = [];
  const todo: { readonly value: JsonValue; readonly pointer: string }[] = [{ value: root, pointer: '' }];
  for (let next = todo.pop(); next !== undefined && found.length < limit; next = todo.pop()) {
    const { value, pointer } = next;
    if (typeof value === 'number') {
      const unsafe = Number.isInteger(value) && !Number.isSafeInteger(value);
      if (unsafe && Math.abs(value) < longestWrittenOut) found.push(pointer);
    } else if (typeof value === 'object' && value !== null) {
      const members: [string | number, JsonValue][] = Array.isArray(value)
        ? [...value.entries()]
        : Object.entries(value);
      for (const [token, member] of members.reverse()) {
        if (typeof member === 'number' || (typeof member === 'object' && member !== null)) {
          todo.push({ value: member, pointer: pointerTo(pointer, token) });
        }
      }
    }
  }
  return found;
}
