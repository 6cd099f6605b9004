import type { JsonValue } from './value.js';

/** Returns a text that is the same for two values exactly if they are equal in JSON Schema: 1 equals 1.0, in any order. */
export function canonicalJson(value: JsonValue): string {
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'number') return value === 0 ? '0' : String(value);
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([key, member]) => `${JSON.stringify(key)}:${canonicalJson(member)}`).join(',')}}`;
}
