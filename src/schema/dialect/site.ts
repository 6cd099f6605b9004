import { pointerTo } from '../../json/pointer.js';
import type { JsonValue } from '../../json/value.js';

/** A place in a schema document that holds a schema. */
export interface Site {
  /** The schema: an object or a boolean. */
  readonly schema: JsonValue;
  /** The enclosing schema; undefined at the root. */
  readonly parent: Site | undefined;
  /** The keyword of the parent that holds it; empty at the root. */
  readonly keyword: string;
  /** The path from the parent, such as `['properties', 'name']`. */
  readonly path: readonly string[];
  /** The number of enclosing schemas. */
  readonly depth: number;
}

/** Returns the RFC 6901 pointer of a place in a schema, plus segments below it. */
export function pointerOf(site: Site, ...below: readonly string[]): string {
  const parts: string[] = [pointerFrom(below)];
  for (let at: Site | undefined = site; at !== undefined; at = at.parent) parts.push(pointerFrom(at.path));
  return parts.reverse().join('');
}

/** Returns the RFC 6901 pointer of plain segments. */
export function pointerFrom(segments: readonly (string | number)[]): string {
  return segments.reduce<string>(pointerTo, '');
}
