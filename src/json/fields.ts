import { isObject } from './value.js';

/** Reads values from outside, in which every field may be missing or of any type. */
export type Fields = Readonly<Record<string, unknown>>;

/** Returns the value as an object with fields; null for arrays and all other values. */
export function fieldsOf(value: unknown): Fields | null {
  return isObject(value) ? value : null;
}

export function stringOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

/** Parses a JSON text; null if it is not the text of an object. */
export function parseFields(text: string): Fields | null {
  try {
    return fieldsOf(JSON.parse(text));
  } catch {
    return null;
  }
}
