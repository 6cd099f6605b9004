import { pointerTokens } from './pointer.js';
import type { JsonValue } from './value.js';

/** Returns the value at an RFC 6901 pointer; undefined if there is none. */
export function valueAtPointer(root: JsonValue, pointer: string): JsonValue | undefined {
  let value: JsonValue | undefined = root;
  for (const token of pointerTokens(pointer)) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, token)) return undefined;
    value = (value as Readonly<Record<string, JsonValue>>)[token];
  }
  return value;
}
