import { isDeepStrictEqual } from 'node:util';
import type { JsonObject, JsonValue } from '../../../src/json/value.js';
import type { Adapted } from '../../../src/schema/adapt/adapt.js';
import type { Change } from '../../../src/schema/adapt/report/change-log.js';
import { pointerFrom, pointerOf } from '../../../src/schema/dialect/site.js';
import { walk } from '../../../src/schema/dialect/walk.js';

/** Keywords whose schemas have pointers of their own, or that are always told. */
const NOT_LOOKED_AT = new Set(['description', '$defs', 'definitions']);

/** Keywords that hold schemas: on the wire they are the same only by name. */
const STRUCTURE = new Set(['properties', 'items', 'anyOf', 'additionalProperties', '$ref', 'required']);

/** A change that speaks for all that is inside its place. */
const SPEAKS_FOR_ALL =
  /JSON text|left out|no definition|for each position|key\/value|is not on the wire|stated in the desc/;

/**
 * What the report of an adapted schema is silent about: a difference of which nothing is said, and keywords
 * of the author's that stand nowhere at all on the wire, of which no change at their place or around it is.
 */
export function unreported(schema: JsonValue, { wire, changes }: Adapted): string[] {
  if (changes.length === 0) return isDeepStrictEqual(plain(schema), plain(wire)) ? [] : ['the whole schema'];
  const present = keywordsOf(wire);
  const silent: string[] = [];
  for (const site of walk(schema)) {
    if (typeof site.schema !== 'object' || site.schema === null) continue;
    for (const [keyword, value] of Object.entries(site.schema as JsonObject)) {
      if (NOT_LOOKED_AT.has(keyword) || isPresent(present, keyword, value)) continue;
      const pointer = pointerOf(site) + pointerFrom([keyword]);
      // What became of `then` and `else` is reported where the `if` is.
      const places = [pointer, pointer.replaceAll(/\/(?:then|else)(?=\/|$)/g, '/if')];
      if (!changes.some((change) => places.some((place) => speaksOf(change, place)))) silent.push(pointer);
    }
  }
  return silent;
}

function speaksOf({ pointer, what }: Change, place: string): boolean {
  if (pointer === place || pointer.startsWith(`${place}/`)) return true;
  // `nullable` adds null to the type and the values of its schema.
  const around = what === 'null is one of the types' ? pointer.replace(/\/nullable$/, '') : pointer;
  const inside = place.startsWith(around) ? place.slice(around.length) : '';
  // Null is added to the type and the values.
  if (
    /becomes nullable|null means absent|null is one of the types/.test(what) &&
    /^(?:\/(?:anyOf|oneOf|allOf)\/\d+)*\/(?:type|enum|const)$/.test(inside)
  )
    return true;
  // Where alternatives are expressed differently, a type may have become one of a list of types.
  if (
    /expressed differently|becomes anyOf/.test(what) &&
    /^\/\d+(?:\/(?:anyOf|oneOf|allOf)\/\d+)*\/(?:type|enum|const)$/.test(inside)
  )
    return true;
  return SPEAKS_FOR_ALL.test(what) && (pointer === '' || place.startsWith(`${pointer}/`));
}

/** Every keyword of a schema, with all its values as text. */
function keywordsOf(schema: JsonValue): Map<string, Set<string>> {
  const found = new Map<string, Set<string>>();
  for (const site of walk(schema)) {
    for (const [keyword, value] of Object.entries(site.schema as JsonObject)) {
      const values = found.get(keyword) ?? new Set();
      found.set(keyword, values.add(textOf(value)));
    }
  }
  return found;
}

function isPresent(present: Map<string, Set<string>>, keyword: string, value: JsonValue): boolean {
  const values = present.get(keyword);
  return values !== undefined && (STRUCTURE.has(keyword) || values.has(textOf(value)));
}

/** Text of a value, whatever the order of a list. */
function textOf(value: JsonValue): string {
  return JSON.stringify(Array.isArray(value) ? value.map((each) => JSON.stringify(each)).sort() : value);
}

/** The schema without its descriptions. */
function plain(schema: JsonValue): JsonValue {
  const copy = JSON.parse(JSON.stringify(schema)) as JsonValue;
  for (const site of walk(copy)) {
    if (typeof site.schema === 'object' && site.schema !== null) {
      delete (site.schema as { description?: JsonValue }).description;
    }
  }
  return copy;
}
