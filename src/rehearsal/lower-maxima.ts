import type { JsonObject, JsonValue } from '../json/value.js';

const MAXIMA = [
  ['maxLength', 'minLength'],
  ['maxItems', 'minItems'],
  ['maxProperties', 'minProperties'],
] as const;

/** The generator uses any maximum in full. */
const MAX = 100;

/** Keywords that contain values, not schemas. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

/** Returns the schema with large maxima lowered as far as its minima allow, so that samples are small. */
export function withLoweredMaxima(schema: JsonValue): JsonValue {
  if (Array.isArray(schema)) return schema.map(withLoweredMaxima);
  if (typeof schema !== 'object' || schema === null) return schema;
  const entries = Object.entries(schema as JsonObject).map(([key, child]) => [
    key,
    DATA.has(key) ? child : withLoweredMaxima(child),
  ]);
  const copy = Object.fromEntries(entries) as Record<string, JsonValue>;
  for (const [most, least] of MAXIMA) {
    const [maximum, minimum] = [copy[most], copy[least]];
    if (typeof maximum !== 'number' || maximum <= MAX) continue;
    copy[most] = Math.min(maximum, Math.max(MAX, typeof minimum === 'number' ? minimum : 0));
  }
  return copy;
}
