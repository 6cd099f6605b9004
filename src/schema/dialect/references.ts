import { pointerTokens } from '../../json/pointer.js';
import { isJsonObject } from '../../json/value.js';
import { type Resource, resolveUri, type SchemaDocument } from './document.js';
import { own } from './draft.js';
import type { Site } from './site.js';

/** Where a reference leads. */
export type RefTarget =
  | { readonly kind: 'found'; readonly site: Site }
  /** One of these, depending on the way of the evaluation. */
  | { readonly kind: 'one-of'; readonly sites: readonly Site[] }
  /** Another document. */
  | { readonly kind: 'remote'; readonly ref: string }
  /** This document, but there is no schema there. */
  | { readonly kind: 'dangling'; readonly ref: string };

/** The URI of a reference and its fragment, without the `#`. */
export function splitReference(ref: string): [uri: string, fragment: string] {
  const hash = ref.indexOf('#');
  return hash < 0 ? [ref, ''] : [ref.slice(0, hash), ref.slice(hash + 1)];
}

/** Resolves a `$ref` at a place in a document. */
export function resolveRef(document: SchemaDocument, from: Site, ref: string): RefTarget {
  const [base, fragment] = splitReference(ref);
  const uri = resolveUri(document.resourceOf(from).uri, base);
  const resource = uri === undefined ? undefined : document.resources.get(uri);
  if (resource === undefined) return { kind: 'remote', ref };
  const site = inResource(document, resource, fragment);
  return site === undefined ? { kind: 'dangling', ref } : { kind: 'found', site };
}

function inResource(document: SchemaDocument, resource: Resource, fragment: string): Site | undefined {
  const decoded = percentDecoded(fragment);
  if (decoded === undefined) return undefined;
  if (decoded !== '' && !decoded.startsWith('/')) return resource.anchors.get(decoded);
  return document.at(resource.root, pointerTokens(decoded));
}

function percentDecoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment);
  } catch {
    // With a stray `%`, it is not a URI fragment and names nothing.
    return undefined;
  }
}

/**
 * Resolves a `$dynamicRef`. Evaluation starts at the root of the document, so an anchor of that name in the root
 * resource always wins; otherwise it is one of the document's anchors of that name.
 */
export function resolveDynamicRef(document: SchemaDocument, from: Site, ref: string): RefTarget {
  const target = resolveRef(document, from, ref);
  if (target.kind !== 'found') return target;
  const name = percentDecoded(splitReference(ref)[1]);
  const schema = target.site.schema;
  // If its target is not a dynamic anchor of that name, it is an ordinary reference.
  if (name === undefined || !isJsonObject(schema) || own(schema, '$dynamicAnchor') !== name) return target;
  const outermost = document.resourceOf(document.root).dynamicAnchors.get(name);
  if (outermost !== undefined) return { kind: 'found', site: outermost };
  const sites = [...document.resources.values()].flatMap((resource) => {
    const site = resource.dynamicAnchors.get(name);
    return site === undefined ? [] : [site];
  });
  return oneOf(sites, target);
}

/** Resolves a `$recursiveRef` (2019-09), which is always `#`. */
export function resolveRecursiveRef(document: SchemaDocument, from: Site, ref: string): RefTarget {
  const target = resolveRef(document, from, ref);
  if (target.kind !== 'found' || !isRecursive(target.site)) return target;
  if (isRecursive(document.root)) return { kind: 'found', site: document.root };
  const roots = [...document.resources.values()].map((resource) => resource.root);
  return oneOf(roots.filter(isRecursive), target);
}

/** Whether `$recursiveRef` may lead to an enclosing schema instead. */
export function isRecursive(site: Site): boolean {
  return isJsonObject(site.schema) && own(site.schema, '$recursiveAnchor') === true;
}

function oneOf(sites: readonly Site[], fallback: RefTarget): RefTarget {
  return sites.length > 1 ? { kind: 'one-of', sites } : fallback;
}

/** A schema's own reference, as the author wrote it. */
export interface Reference {
  readonly keyword: '$ref' | '$dynamicRef' | '$recursiveRef';
  readonly ref: string;
}

/** Returns a schema's own references, by the rules of its draft. */
export function referencesOf({ dialect }: SchemaDocument, { schema }: Site): Reference[] {
  if (!isJsonObject(schema)) return [];
  const found: Reference[] = [];
  for (const keyword of ['$ref', '$dynamicRef', '$recursiveRef'] as const) {
    const draft = DRAFT_OF_REFERENCE[keyword];
    const ref = own(schema, keyword);
    if (typeof ref === 'string' && (draft === undefined || draft === dialect.draft))
      found.push({ keyword, ref });
  }
  return found;
}

const DRAFT_OF_REFERENCE = { $ref: undefined, $dynamicRef: '2020-12', $recursiveRef: '2019-09' } as const;
const RESOLVERS = {
  $ref: resolveRef,
  $dynamicRef: resolveDynamicRef,
  $recursiveRef: resolveRecursiveRef,
} as const;

/** Returns a schema's own references: the keyword and where it leads. */
export function refsOf(
  document: SchemaDocument,
  site: Site,
): { keyword: string; ref: string; target: RefTarget }[] {
  return referencesOf(document, site).map(({ keyword, ref }) => ({
    keyword,
    ref,
    target: RESOLVERS[keyword](document, site, ref),
  }));
}
