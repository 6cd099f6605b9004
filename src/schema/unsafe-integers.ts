import { entriesOf } from '../json/exact.js';
import { pointerTo } from '../json/pointer.js';
import type { JsonObject, JsonValue } from '../json/value.js';

/** Pointers of the integers beyond ±(2^53 − 1) in a JSON value, however they are written; at most `limit` of them. */
export function findUnsafeIntegers(root: JsonValue, limit: number): string[] {
  const found: string[] = [];
  const todo: { readonly value: JsonValue; readonly pointer: string }[] = [{ value: root, pointer: '' }];
  for (let next = todo.pop(); next !== undefined && found.length < limit; next = todo.pop()) {
    const { value, pointer } = next;
    if (typeof value === 'number') {
      if (Number.isInteger(value) && !Number.isSafeInteger(value)) found.push(pointer);
    } else if (typeof value === 'object' && value !== null) {
      const members: (readonly [string | number, JsonValue])[] = Array.isArray(value)
        ? [...value.entries()]
        : [...entriesOf(value as JsonObject)];
      for (const [token, member] of members.reverse()) {
        if (typeof member === 'number' || (typeof member === 'object' && member !== null)) {
          todo.push({ value: member, pointer: pointerTo(pointer, token) });
        }
      }
    }
  }
  return found;
}
