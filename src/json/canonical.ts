import type { JsonValue } from './value.js';

/** A text that two JSON values share exactly when JSON Schema calls them equal: no order of members, 1 is 1.0. */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return value === 0 ? '0' : String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}
