import { type Resource, resolveUri, type SchemaDocument } from './document.js';
import { isObject, own } from './draft.js';
import type { Site } from './site.js';

/** Where a reference leads. */
export type RefTarget =
  | { readonly kind: 'found'; readonly site: Site }
  /** Depends on how evaluation got there: one of these. */
  | { readonly kind: 'one-of'; readonly sites: readonly Site[] }
  /** Another document. */
  | { readonly kind: 'remote'; readonly ref: string }
  /** This document, but there is no schema there. */
  | { readonly kind: 'dangling'; readonly ref: string };

/** Looks up a `$ref` that stands at a place in a document. */
export function resolveRef(document: SchemaDocument, from: Site, ref: string): RefTarget {
  const hash = ref.indexOf('#');
  const uri = resolveUri(document.resourceOf(from).uri, hash < 0 ? ref : ref.slice(0, hash));
  const resource = uri === undefined ? undefined : document.resources.get(uri);
  if (resource === undefined) return { kind: 'remote', ref };
  const site = inResource(document, resource, hash < 0 ? '' : ref.slice(hash + 1));
  return site === undefined ? { kind: 'dangling', ref } : { kind: 'found', site };
}

function inResource(document: SchemaDocument, resource: Resource, fragment: string): Site | undefined {
  const decoded = percentDecoded(fragment);
  if (decoded === undefined) return undefined;
  if (decoded !== '' && !decoded.startsWith('/')) return resource.anchors.get(decoded);
  const path = decoded.split('/').slice(1);
  return document.at(
    resource.root,
    path.map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~')),
  );
}

function percentDecoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // A stray `%`: not a URI fragment at all, so it names nothing.
    return undefined;
  }
}

/**
 * Looks up a `$dynamicRef`. Evaluation starts at the root of the document, so an anchor of that name in
 * the root resource always wins; otherwise it is one of those that the document has.
 */
export function resolveDynamicRef(document: SchemaDocument, from: Site, ref: string): RefTarget {
  const target = resolveRef(document, from, ref);
  if (target.kind !== 'found') return target;
  const name = percentDecoded(ref.slice(ref.indexOf('#') + 1));
  const schema = target.site.schema;
  // Without a dynamic anchor of that name at its end, it is an ordinary reference.
  if (name === undefined || !isObject(schema) || own(schema, '$dynamicAnchor') !== name) return target;
  const outermost = document.resourceOf(document.root).dynamicAnchors.get(name);
  if (outermost !== undefined) return { kind: 'found', site: outermost };
  const sites = [...document.resources.values()].flatMap((resource) => {
    const site = resource.dynamicAnchors.get(name);
    return site === undefined ? [] : [site];
  });
  return oneOf(sites, target);
}

/** Looks up a `$recursiveRef` (2019-09), which is always `#`. */
export function resolveRecursiveRef(document: SchemaDocument, from: Site, ref: string): RefTarget {
  const target = resolveRef(document, from, ref);
  if (target.kind !== 'found' || !isRecursive(target.site)) return target;
  if (isRecursive(document.root)) return { kind: 'found', site: document.root };
  const roots = [...document.resources.values()].map((resource) => resource.root);
  return oneOf(roots.filter(isRecursive), target);
}

function isRecursive(site: Site): boolean {
  return isObject(site.schema) && own(site.schema, '$recursiveAnchor') === true;
}

function oneOf(sites: readonly Site[], fallback: RefTarget): RefTarget {
  return sites.length > 1 ? { kind: 'one-of', sites } : fallback;
}

/** Every reference that a schema makes itself: the keyword and where it leads. */
export function refsOf(document: SchemaDocument, site: Site): { keyword: string; target: RefTarget }[] {
  const { schema } = site;
  if (!isObject(schema)) return [];
  const found: { keyword: string; target: RefTarget }[] = [];
  const ref = own(schema, '$ref');
  if (typeof ref === 'string') found.push({ keyword: '$ref', target: resolveRef(document, site, ref) });
  const { draft } = document.dialect;
  const dynamic = own(schema, '$dynamicRef');
  if (draft === '2020-12' && typeof dynamic === 'string') {
    found.push({ keyword: '$dynamicRef', target: resolveDynamicRef(document, site, dynamic) });
  }
  const recursive = own(schema, '$recursiveRef');
  if (draft === '2019-09' && typeof recursive === 'string') {
    found.push({ keyword: '$recursiveRef', target: resolveRecursiveRef(document, site, recursive) });
  }
  return found;
}
