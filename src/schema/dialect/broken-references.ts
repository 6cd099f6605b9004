import type { JsonValue } from '../../json/value.js';
import { SchemaDocument } from './document.js';
import { type Dialect, isObject, own, refStandsAlone } from './draft.js';
import { IN_PLACE_KEYWORDS } from './keywords.js';
import { refsOf } from './references.js';
import { pointerOf, type Site } from './site.js';
import { childrenOf, walk } from './walk.js';

/** A reference that cannot be followed. */
export interface BrokenReference {
  readonly kind: 'dangling' | 'remote' | 'endless';
  /** RFC 6901, of the keyword. */
  readonly pointer: string;
  /** As the author wrote it. */
  readonly ref: string;
}

/** Follows every reference of a schema once. Nothing is fetched. */
export function findBrokenReferences(schema: JsonValue, dialect: Dialect): BrokenReference[] {
  const places = [...walk(schema, dialect)].filter((place) => refers(place.schema));
  if (places.length === 0) return [];
  const document = new SchemaDocument(schema, dialect);
  const referring = places.map((place) => canonical(document, place));
  const broken: BrokenReference[] = [];
  for (const site of referring) {
    for (const { keyword, target } of refsOf(document, site)) {
      if (target.kind !== 'dangling' && target.kind !== 'remote') continue;
      broken.push({ kind: target.kind, pointer: pointerOf(site, keyword), ref: target.ref });
    }
  }
  const circle = broken.length === 0 ? endless(document, referring) : undefined;
  return circle === undefined ? broken : [circle];
}

function refers(schema: JsonValue): boolean {
  return (
    isObject(schema) && ['$ref', '$dynamicRef', '$recursiveRef'].some((key) => Object.hasOwn(schema, key))
  );
}

/** Sites that a walk makes are new; the document knows resources by its own. */
function canonical(document: SchemaDocument, site: Site): Site {
  const path: string[] = [];
  for (let at: Site | undefined = site; at !== undefined; at = at.parent) path.unshift(...at.path);
  return document.at(document.root, path) ?? site;
}

/**
 * A schema that can only be judged by judging itself on the same value first: `{"$ref": "#"}`. No value
 * would ever be valid or invalid.
 */
function endless(document: SchemaDocument, referring: readonly Site[]): BrokenReference | undefined {
  const state = new Map<JsonValue, 'open' | 'done'>();
  // Every circle goes through a reference.
  for (const start of referring) {
    const todo: (Edge | { readonly leave: JsonValue })[] = [{ to: start, via: undefined }];
    for (let step = todo.pop(); step !== undefined; step = todo.pop()) {
      if ('leave' in step) {
        state.set(step.leave, 'done');
        continue;
      }
      const { schema } = step.to;
      if (!isObject(schema)) continue;
      const seen = state.get(schema);
      if (seen === 'open' && step.via !== undefined) return { kind: 'endless', ...step.via };
      if (seen !== undefined) continue;
      state.set(schema, 'open');
      todo.push({ leave: schema });
      for (const edge of inPlaceEdges(document, step.to, step.via)) todo.push(edge);
    }
  }
  return undefined;
}

interface Edge {
  readonly to: Site;
  /** The last reference on the way: every circle has one. */
  readonly via: { readonly pointer: string; readonly ref: string } | undefined;
}

/** What judges the same value. */
function inPlaceEdges(document: SchemaDocument, from: Site, via: Edge['via']): Edge[] {
  const edges: Edge[] = [];
  for (const { keyword, target } of refsOf(document, from)) {
    if (target.kind !== 'found' || !isObject(from.schema)) continue;
    const ref = String(own(from.schema, keyword));
    edges.push({ to: target.site, via: { pointer: pointerOf(from, keyword), ref } });
  }
  if (edges.length > 0 && refStandsAlone(document.dialect)) return edges;
  for (const child of childrenOf(from, document.dialect)) {
    if (IN_PLACE_KEYWORDS.has(child.keyword)) edges.push({ to: document.at(from, child.path) ?? child, via });
  }
  return edges;
}
