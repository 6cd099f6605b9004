import { readExactly } from '../../../json/read-exactly.js';
import type { JsonValue } from '../../../json/value.js';

export type TextResult = { readonly ok: true; readonly value: JsonValue } | { readonly ok: false };

/** The exact value of a JSON text. */
export function fromText(text: string): TextResult {
  try {
    return { ok: true, value: readExactly(text, JSON.parse(text)) };
  } catch (error) {
    if (error instanceof SyntaxError) return { ok: false };
    throw error;
  }
}
