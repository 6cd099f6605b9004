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

/** RFC 6901 pointer of a place in a schema, plus further segments below it. */
export function pointerOf(site: Site, ...below: readonly string[]): string {
  const parts: string[] = [below.map(escapeSegment).join('')];
  for (let at: Site | undefined = site; at !== undefined; at = at.parent) {
    parts.push(at.path.map(escapeSegment).join(''));
  }
  return parts.reverse().join('');
}

function escapeSegment(segment: string): string {
  return `/${segment.replaceAll('~', '~0').replaceAll('/', '~1')}`;
}

/** RFC 6901 pointer from plain segments. */
export function pointerFrom(segments: readonly (string | number)[]): string {
  return segments.map((segment) => escapeSegment(String(segment))).join('');
}
