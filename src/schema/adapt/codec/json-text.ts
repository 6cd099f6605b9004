import type { JsonValue } from '../../../json/value.js';

/** JSON text that keeps `-0`, which `JSON.stringify` writes as `0`. */
export function toText(value: JsonValue): string {
  if (!hasNegativeZero(value)) return JSON.stringify(value);
  const zero = freshMarker(value);
  const text = JSON.stringify(value, (_key, member: JsonValue) => (Object.is(member, -0) ? zero : member));
  return text.replaceAll(`"${zero}"`, '-0');
}

function hasNegativeZero(value: JsonValue): boolean {
  const pending: JsonValue[] = [value];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (Object.is(at, -0)) return true;
    if (typeof at === 'object' && at !== null) for (const child of Object.values(at)) pending.push(child);
  }
  return false;
}

/** Something that occurs nowhere in the value. */
function freshMarker(value: JsonValue): string {
  const text = JSON.stringify(value);
  let marker = 'negative zero';
  while (text.includes(marker)) marker += '.';
  return marker;
}

export type TextResult = { readonly ok: true; readonly value: JsonValue } | { readonly ok: false };

/** The value of a JSON text. */
export function fromText(text: string): TextResult {
  try {
    return { ok: true, value: JSON.parse(text) as JsonValue };
  } catch {
    return { ok: false };
  }
}
