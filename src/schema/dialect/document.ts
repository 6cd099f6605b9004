import { isJsonObject, type JsonValue } from '../../json/value.js';
import { parseUrl } from '../parse-url.js';
import { atLeast, type Dialect, dialectOf, isArray, own, refStandsAlone } from './draft.js';
import { pointerOf, type Site } from './site.js';
import { childrenOf, walk } from './walk.js';

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
  /** By place, not by the schema there: an object of the caller, or an alias of YAML, may be in several places. */
  readonly #children = new Map<Site, Site[]>();
  readonly #childrenByPath = new Map<Site, ReadonlyMap<string, Site>>();
  readonly #resourceOf = new Map<Site, Resource>();
  /** By pointer: the sites that `walk` does not find, which are targets of references under unknown keywords. */
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
    const children = childrenOf(site, this.dialect).map((child) => this.#adopted(child));
    this.#children.set(site, children);
    return children;
  }

  /**
   * Returns the site of a child. A reference may have led to it before it was known that what it is in is a schema: it
   * stays the same site then, and gets its parent.
   */
  #adopted(child: Site): Site {
    const site = this.#known(child);
    if (site !== child) {
      const { parent, keyword, path, depth } = child;
      Object.assign(site, { parent, keyword, path, depth });
    }
    return site;
  }

  /** Returns the site that a reference has already led to at the place of this one, or this one. */
  #known(site: Site): Site {
    const pointer = pointerOf(site);
    const known = this.#others.get(pointer);
    if (known === undefined) this.#others.set(pointer, site);
    return known ?? site;
  }

  /** Returns the schema at a path below a place; undefined if there is none. */
  at(from: Site, path: readonly string[]): Site | undefined {
    let nearest = from;
    let value: JsonValue | undefined = from.schema;
    let since = 0;
    for (const [index, segment] of path.entries()) {
      value = step(value, segment);
      if (value === undefined) return undefined;
      const site = this.#childAt(nearest, path.slice(since, index + 1));
      if (site !== undefined) {
        nearest = site;
        since = index + 1;
      }
    }
    if (since === path.length) return nearest;
    if (!isJsonObject(value) && typeof value !== 'boolean') return undefined;
    // An `$id` in there has no effect: only the reference says that these are schemas.
    const rest = path.slice(since);
    return this.#known({
      schema: value,
      parent: nearest,
      keyword: rest[0] ?? '',
      path: rest,
      depth: nearest.depth + 1,
    });
  }

  #childAt(site: Site, path: readonly string[]): Site | undefined {
    let byPath = this.#childrenByPath.get(site);
    if (byPath === undefined) {
      byPath = new Map(this.childrenOf(site).map((child) => [JSON.stringify(child.path), child]));
      this.#childrenByPath.set(site, byPath);
    }
    return byPath.get(JSON.stringify(path));
  }

  #add(site: Site): void {
    const { schema } = site;
    if (site.parent !== undefined) this.#children.get(site.parent)?.push(site);
    if (!isJsonObject(schema)) return;
    this.#children.set(site, []);
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
