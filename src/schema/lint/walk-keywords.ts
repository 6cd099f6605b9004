import { entriesOf } from '../../json/exact.js';
import { pointerTo } from '../../json/pointer.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.js';
import type { SchemaDocument } from '../dialect/document.js';
import { TEST_KEYWORDS } from '../dialect/keywords.js';
import { reachedSites } from '../dialect/reached-sites.js';
import { describesObjects } from '../dialect/schema-size.js';
import { pointerOf, type Site } from '../dialect/site.js';
import type { Place } from './rule.js';

/** One thing that was come across, in the order of the text. */
export interface Visit {
  readonly kind: 'schema' | 'boolean' | 'keyword' | 'too deep';
  readonly place: Place;
  /** RFC 6901 pointer of the schema. */
  readonly pointer: string;
  /** Objects that this schema is inside of, itself included. */
  readonly level: number;
}

interface Frame {
  readonly place: Place;
  readonly pointer: string;
  readonly level: number;
  readonly depth: number;
  readonly keywords: readonly (readonly [string, JsonValue])[];
  readonly children: readonly Site[];
  nextKeyword: number;
  nextChild: number;
}

const noMembers: JsonObject = {};

/**
 * Yields every schema and every keyword of a document in the order of the text: a schema, then each of its keywords
 * with the schemas inside it; after them, the schemas that only references lead to. Does not enter data, and does not
 * use the call stack. Schemas that are inside more than `maxDepth` others are not entered.
 */
export function* walkKeywords(document: SchemaDocument, maxDepth: number): Generator<Visit> {
  const root = enter(document, document.root, undefined);
  yield* walkFrame(document, root, maxDepth);
  for (const site of reachedSites(document).roots) {
    // What is not at the root is inside it, whatever the keyword is.
    yield* walkFrame(document, { ...enter(document, site, root), pointer: pointerOf(site) }, maxDepth);
  }
}

function* walkFrame(document: SchemaDocument, start: Frame, maxDepth: number): Generator<Visit> {
  const open = [start];
  yield announce(start);
  for (let frame = open.at(-1); frame !== undefined; frame = open.at(-1)) {
    const child = frame.children[frame.nextChild];
    const current = frame.keywords[frame.nextKeyword - 1];
    if (child !== undefined && child.keyword === current?.[0]) {
      frame.nextChild++;
      const inner = enter(document, child, frame);
      if (inner.depth > maxDepth) {
        yield { ...announce(inner), kind: 'too deep' };
      } else {
        yield announce(inner);
        open.push(inner);
      }
      continue;
    }
    const keyword = frame.keywords[frame.nextKeyword++];
    if (keyword === undefined) {
      open.pop();
      continue;
    }
    const place = { ...frame.place, keyword: keyword[0], value: keyword[1] };
    yield { kind: 'keyword', place, pointer: frame.pointer, level: frame.level };
  }
}

function enter(document: SchemaDocument, child: Site, outer: Frame | undefined): Frame {
  const schema = isJsonObject(child.schema) ? child.schema : noMembers;
  const heldBy = outer === undefined ? '' : child.keyword;
  const place: Place = {
    schema,
    document,
    site: child,
    heldBy,
    parent: outer?.place,
    keyword: undefined,
    value: child.schema,
    inCondition: outer !== undefined && (outer.place.inCondition || TEST_KEYWORDS.has(heldBy)),
  };
  return {
    place,
    // Grown from the outer one: building each anew would take time that grows with the square of depth.
    pointer: outer === undefined ? '' : child.path.reduce(pointerTo, outer.pointer),
    level: (outer?.level ?? 0) + (describesObjects(schema) ? 1 : 0),
    depth: outer === undefined ? 0 : outer.depth + 1,
    keywords: entriesOf(schema),
    children: document.childrenOf(child),
    nextKeyword: 0,
    nextChild: 0,
  };
}

function announce({ place, pointer, level }: Frame): Visit {
  const kind = typeof place.value === 'boolean' ? 'boolean' : 'schema';
  return { kind, place, pointer, level };
}
