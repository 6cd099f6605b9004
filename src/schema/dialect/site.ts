import { pointerTo } from '../../json/pointer.js';
import type { JsonValue } from '../../json/value.js';

/** A place in a schema document that holds a schema. */
export interface Site {
  /** The schema there: an object, or a boolean. */
  readonly schema: JsonValue;
  /** The schema it stands in; undefined at the root. */
  readonly parent: Site | undefined;
  /** The keyword of the parent that holds it; empty at the root. */
  readonly keyword: string;
  /** From the parent to here, such as `['properties', 'name']`. */
  readonly path: readonly string[];
  /** How many schemas it stands in. */
  readonly depth: number;
}

/** The RFC 6901 pointer of a place in a schema, plus further segments below it. */
export function pointerOf(site: Site, ...below: readonly string[]): string {
  const parts: string[] = [pointerFrom(below)];
  for (let at: Site | undefined = site; at !== undefined; at = at.parent) parts.push(pointerFrom(at.path));
  return parts.reverse().join('');
}

/** The RFC 6901 pointer of plain segments. */
export function pointerFrom(segments: readonly (string | number)[]): string {
  return segments.reduce<string>(pointerTo, '');
}
