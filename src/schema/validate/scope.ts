import { isJsonObject } from '../../json/value.js';
import type { Resource, SchemaDocument } from '../dialect/document.js';
import { own } from '../dialect/draft.js';
import {
  isRecursive,
  type Reference,
  referencesOf,
  resolveRef,
  splitReference,
} from '../dialect/references.js';
import type { Site } from '../dialect/site.js';

/**
 * What evaluation has passed through on its way, as far as `$dynamicRef` and `$recursiveRef` can tell:
 * for each name the outermost schema that has it as a dynamic anchor.
 */
export interface DynamicScope {
  /** Equal for scopes that resolve everything alike. */
  readonly key: string;
  readonly outermost: ReadonlyMap<string, Site>;
}

export const emptyScope: DynamicScope = { key: '', outermost: new Map() };

/** `$recursiveAnchor: true` has no name; no anchor can be called this. */
const recursive = '#';

/** The scope inside a resource that is entered from another one. */
export function enter(scope: DynamicScope, document: SchemaDocument, site: Site): DynamicScope {
  const resource = document.resourceOf(site);
  const added = anchorsOf(resource).filter(([name]) => !scope.outermost.has(name));
  if (added.length === 0) return scope;
  const names = added.map(([name]) => name).sort();
  return {
    key: `${scope.key}${JSON.stringify([resource.uri, names])}`,
    outermost: new Map([...scope.outermost, ...added]),
  };
}

function anchorsOf(resource: Resource): [string, Site][] {
  const anchors: [string, Site][] = [...resource.dynamicAnchors];
  if (isRecursive(resource.root)) anchors.push([recursive, resource.root]);
  return anchors;
}

/** The schemas that a schema refers to in a scope, with the keyword that does so. */
export function targetsOf(document: SchemaDocument, site: Site, scope: DynamicScope): [string, Site][] {
  return referencesOf(document, site).map(({ keyword, ref }) => {
    const target = resolveRef(document, site, ref);
    // A schema with a broken reference is rejected before it is translated.
    if (target.kind !== 'found') throw new Error(`Unresolved ${keyword}: ${ref}`);
    return [keyword, inScope(scope, keyword, target.site, splitReference(ref)[1])];
  });
}

/** Where a reference leads whose first, static target is `target`. */
function inScope(
  { outermost }: DynamicScope,
  keyword: Reference['keyword'],
  target: Site,
  fragment: string,
): Site {
  switch (keyword) {
    case '$ref':
      return target;
    case '$dynamicRef': {
      const isDynamic = isJsonObject(target.schema) && own(target.schema, '$dynamicAnchor') === fragment;
      return (isDynamic ? outermost.get(fragment) : undefined) ?? target;
    }
    case '$recursiveRef':
      return (isRecursive(target) ? outermost.get(recursive) : undefined) ?? target;
  }
}
