import type { Resource, SchemaDocument } from '../dialect/document.js';
import { isObject, own } from '../dialect/draft.js';
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

/** Where a `$dynamicRef` leads whose first, static target is `target`. */
export function dynamicTarget(scope: DynamicScope, target: Site, name: string): Site {
  const isDynamic = isObject(target.schema) && own(target.schema, '$dynamicAnchor') === name;
  return (isDynamic ? scope.outermost.get(name) : undefined) ?? target;
}

/** Where a `$recursiveRef` leads whose first, static target is `target`. */
export function recursiveTarget(scope: DynamicScope, target: Site): Site {
  return (isRecursive(target) ? scope.outermost.get(recursive) : undefined) ?? target;
}

function isRecursive(site: Site): boolean {
  return isObject(site.schema) && own(site.schema, '$recursiveAnchor') === true;
}
