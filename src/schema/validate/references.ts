import type { SchemaDocument } from '../dialect/document.js';
import { isObject, own } from '../dialect/draft.js';
import { resolveRef } from '../dialect/references.js';
import type { Site } from '../dialect/site.js';
import { type DynamicScope, dynamicTarget, recursiveTarget } from './scope.js';

/** The schemas that a schema refers to in a scope, with the keyword that does so. */
export function targetsOf(document: SchemaDocument, site: Site, scope: DynamicScope): [string, Site][] {
  const { schema } = site;
  if (!isObject(schema)) return [];
  const { draft } = document.dialect;
  const found: [string, Site][] = [];
  const lookUp = (keyword: string, choose: (target: Site, name: string) => Site): void => {
    const ref = own(schema, keyword);
    if (typeof ref !== 'string') return;
    const target = resolveRef(document, site, ref);
    // What leads nowhere was refused before anything is translated.
    if (target.kind !== 'found') throw new Error(`Unresolved ${keyword}: ${ref}`);
    found.push([keyword, choose(target.site, ref.slice(ref.indexOf('#') + 1))]);
  };
  lookUp('$ref', (target) => target);
  if (draft === '2020-12') lookUp('$dynamicRef', (target, name) => dynamicTarget(scope, target, name));
  if (draft === '2019-09') lookUp('$recursiveRef', (target) => recursiveTarget(scope, target));
  return found;
}
