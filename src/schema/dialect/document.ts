import { isJsonObject, type JsonValue } from '../../json/value.js';
import { parseUrl } from '../parse-url.js';
import { atLeast, type Dialect, dialectOf, isArray, own, refStandsAlone } from './draft.js';
import { pointerOf, type Site } from './site.js';
import { childrenOf, walk, walkFrom } from './walk.js';

/** A part of a document with a URI of its own. */
export interface Resource {
  readonly uri: string;
  readonly root: Site;
  readonly anchors: Map<string, Site>;
  readonly dynamicAnchors: Map<string, Site>;
}

/** The internal URI of a document without an `$id`. */
const NAMELESS = 'schema://nameless/document';

/** A schema document in which references can be resolved. */
export class SchemaDocument {
  readonly dialect: Dialect;
  readonly root: Site;
  /** Every schema in the document, in the author's order. */
  readonly sites: readonly Site[];
  readonly resources = new Map<string, Resource>();
  readonly #sites = new Map<JsonValue, Site>();
  readonly #children = new Map<Site, readonly Site[]>();
  readonly #resourceOf = new Map<Site, Resource>();
  /** Sites that `walk` does not find: booleans, and targets of references under unknown keywords. */
  readonly #others = new Map<string, Site>();

  constructor(schema: JsonValue, dialect: Dialect = dialectOf(schema)) {
    this.dialect = dialect;
    this.sites = [...walk(schema, dialect)];
    for (const site of this.sites) this.#add(site);
    this.root = this.sites[0] ?? { schema, parent: undefined, keyword: '', path: [], depth: 0 };
  }

  /** Returns the resource that a place belongs to. */
  resourceOf(site: Site): Resource {
    for (let at: Site | undefined = site; at !== undefined; at = at.parent) {
      const resource = this.#resourceOf.get(at);
      if (resource !== undefined) return resource;
    }
    // Only a boolean root has no resource.
    return { uri: NAMELESS, root: this.root, anchors: new Map(), dynamicAnchors: new Map() };
  }

  /** Returns the schemas directly inside a schema, in the author's order. */
  childrenOf(site: Site): readonly Site[] {
    const known = this.#children.get(site);
    if (known !== undefined) return known;
    const children = childrenOf(site, this.dialect).map((child) => this.#sites.get(child.schema) ?? child);
    this.#children.set(site, children);
    return children;
  }

  /** Returns the schema at a path below a place; undefined if there is none. */
  at(from: Site, path: readonly string[]): Site | undefined {
    let nearest = from;
    let value: JsonValue | undefined = from.schema;
    let since = 0;
    for (const [index, segment] of path.entries()) {
      value = step(value, segment);
      if (value === undefined) return undefined;
      const site = isJsonObject(value) ? this.#sites.get(value) : undefined;
      if (site !== undefined) {
        nearest = site;
        since = index + 1;
      }
    }
    if (!isJsonObject(value) && typeof value !== 'boolean') return undefined;
    return since === path.length ? nearest : this.#other(nearest, path.slice(since), value);
  }

  #other(parent: Site, path: readonly string[], schema: JsonValue): Site {
    const pointer = pointerOf(parent, ...path);
    const known = this.#others.get(pointer);
    if (known !== undefined) return known;
    const site: Site = { schema, parent, keyword: path[0] ?? '', path, depth: parent.depth + 1 };
    this.#others.set(pointer, site);
    // An `$id` in there has no effect: only the reference says that these are schemas.
    if (isJsonObject(schema)) {
      for (const inner of walkFrom(site, this.dialect)) {
        if (isJsonObject(inner.schema) && !this.#sites.has(inner.schema))
          this.#sites.set(inner.schema, inner);
      }
    }
    return site;
  }

  #add(site: Site): void {
    const { schema } = site;
    if (!isJsonObject(schema)) return;
    if (!this.#sites.has(schema)) this.#sites.set(schema, site);
    const outer = site.parent === undefined ? undefined : this.#resourceOf.get(site.parent);
    const resource = this.#startsResource(site, outer);
    this.#resourceOf.set(site, resource);
    for (const [kind, name] of anchorsOf(schema, this.dialect)) {
      if (!resource.anchors.has(name)) resource.anchors.set(name, site);
      if (kind === 'dynamic' && !resource.dynamicAnchors.has(name)) resource.dynamicAnchors.set(name, site);
    }
  }

  #startsResource(site: Site, outer: Resource | undefined): Resource {
    const id = idOf(site.schema, this.dialect);
    if (outer !== undefined && id === undefined) return outer;
    const uri = resolveUri(outer?.uri ?? NAMELESS, id ?? '') ?? id ?? NAMELESS;
    const resource: Resource = { uri, root: site, anchors: new Map(), dynamicAnchors: new Map() };
    if (!this.resources.has(uri)) this.resources.set(uri, resource);
    return resource;
  }
}

function step(value: JsonValue | undefined, segment: string): JsonValue | undefined {
  if (isArray(value)) return /^(?:0|[1-9]\d*)$/.test(segment) ? value[Number(segment)] : undefined;
  return isJsonObject(value) ? own(value, segment) : undefined;
}

/** Returns the URI of a schema's `$id` without its fragment; undefined if it has none. */
function idOf(schema: JsonValue, dialect: Dialect): string | undefined {
  if (!isJsonObject(schema)) return undefined;
  // These drafts ignore everything beside a `$ref`, also an `$id`.
  if (refStandsAlone(dialect) && typeof own(schema, '$ref') === 'string') return undefined;
  const id = own(schema, dialect.draft === '4' ? 'id' : '$id');
  if (typeof id !== 'string' || id.startsWith('#')) return undefined;
  return id.split('#', 1)[0];
}

function anchorsOf(
  schema: { readonly [key: string]: JsonValue },
  dialect: Dialect,
): (readonly ['plain' | 'dynamic', string])[] {
  const found: (readonly ['plain' | 'dynamic', string])[] = [];
  if (!atLeast(dialect.draft, '2019-09')) {
    const id = own(schema, dialect.draft === '4' ? 'id' : '$id');
    const name = typeof id === 'string' ? id.split('#', 2)[1] : undefined;
    // Older drafts write `"$id": "#name"` for `$anchor`.
    if (name !== undefined && name !== '' && typeof own(schema, '$ref') !== 'string')
      found.push(['plain', name]);
    return found;
  }
  const anchor = own(schema, '$anchor');
  if (typeof anchor === 'string') found.push(['plain', anchor]);
  const dynamic = own(schema, '$dynamicAnchor');
  if (dialect.draft === '2020-12' && typeof dynamic === 'string') found.push(['dynamic', dynamic]);
  return found;
}

/** Resolves a reference without fragment by RFC 3986; undefined if that is impossible. */
export function resolveUri(base: string, reference: string): string | undefined {
  if (reference === '') return base;
  return parseUrl(reference, base)?.href;
}
