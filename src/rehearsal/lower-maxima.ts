import type { JsonObject, JsonValue } from '../json/value.js';

const MAXIMA = [
  ['maxLength', 'minLength'],
  ['maxItems', 'minItems'],
  ['maxProperties', 'minProperties'],
] as const;

/** The generator goes as far as a maximum allows. */
const MOST = 100;

/** What has values in it, not schemas. */
const DATA: ReadonlySet<string> = new Set(['const', 'enum', 'default', 'examples']);

/** A schema that allows less, so that samples of it are small: large maxima are lowered, if the minima allow it. */
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
    if (typeof maximum !== 'number' || maximum <= MOST) continue;
    copy[most] = Math.min(maximum, Math.max(MOST, typeof minimum === 'number' ? minimum : 0));
  }
  return copy;
}
