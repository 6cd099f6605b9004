import { pointerFrom, type Site } from '../../dialect/site.js';

/** How a part of the author's schema changes in the wire schema. */
export type ChangeKind =
  /** Expressed differently; nothing is lost, and values look the same. */
  | 'exact'
  /** The wire schema excludes values that the author's schema does not mention: `encode` rejects them. */
  | 'narrowed'
  /**
   * Not expressible in the wire schema: described in words, and checked against the author's schema
   * afterwards.
   */
  | 'dropped'
  /** Values look different on the wire; the codec converts them. */
  | 'encoded';

/** One difference between the author's schema and the wire schema. */
export interface Change {
  /** RFC 6901 pointer into the author's schema. */
  readonly pointer: string;
  readonly what: string;
  readonly why: string;
  readonly kind: ChangeKind;
}

interface Entry {
  readonly kind: ChangeKind;
  readonly site: Site;
  readonly below: readonly string[];
  readonly what: string;
  readonly why: string;
  /** The entry is left out if another one is about one of these keywords ('' is the schema as a whole). */
  readonly unless?: readonly string[];
  /** The entry is about the property that has this schema, not about the schema's own keywords. */
  readonly ofProperty?: true;
}

const NOT_IN_SUBSET =
  'the strict subset cannot say it, so it is stated in the description and checked afterwards';

/** Collects changes. Pointers are only computed when changes are listed. */
export class ChangeLog {
  #entries: Entry[] = [];

  add(kind: ChangeKind, site: Site | undefined, below: readonly string[], what: string, why: string): void {
    if (site !== undefined) this.#entries.push({ kind, site, below, what, why });
  }

  /** Adds a change of a property, at each of the schemas that apply to it. */
  addProperty(sites: readonly (Site | undefined)[], what: string, why: string): void {
    for (const site of sites) {
      if (site !== undefined)
        this.#entries.push({ kind: 'encoded', site, below: [], what, why, ofProperty: true });
    }
  }

  /** Adds a value of any type, which the wire holds as a string. */
  addText(site: Site | undefined, why: string, whose = ''): void {
    this.add('encoded', site, [], `${whose}any JSON value, as JSON text`, why);
  }

  /** Adds a keyword that the wire cannot say; the caller adds a sentence about it to the description. */
  drop(site: Site, keyword: string, why = NOT_IN_SUBSET, name = keyword): void {
    this.add('dropped', site, [keyword], `${name} is not on the wire`, why);
  }

  /** Adds a change of a keyword that is only reported if no other step records one of these keywords. */
  addUnlessSaid(
    kind: ChangeKind,
    site: Site,
    keyword: string,
    what: string,
    why: string,
    unless: readonly string[],
  ): void {
    this.#entries.push({ kind, site, below: [keyword], what, why, unless });
  }

  /** Removes and returns the changes collected so far; undefined if there are none. */
  take(): ChangeLog | undefined {
    if (this.#entries.length === 0) return undefined;
    const taken = new ChangeLog();
    taken.#entries = this.#entries;
    this.#entries = [];
    return taken;
  }

  /**
   * Returns all changes of several logs in order, each once, since a schema may be part of many combinations.
   * Entries of `addUnlessSaid` are left out if any other entry is about the same keyword.
   */
  static list(logs: Iterable<ChangeLog>): Change[] {
    const entries = [...logs].flatMap((log) => log.#entries);
    const said = keywordsSaid(entries);
    const found = new Map<string, Change>();
    const pointers = new Map<Site, string>();
    for (const { kind, site, below, what, why, unless } of entries) {
      if (unless?.some((name) => said.get(site)?.has(name))) continue;
      const pointer = pointerTo(site, pointers) + pointerFrom(below);
      const key = `${kind}\n${pointer}\n${what}`;
      if (!found.has(key)) found.set(key, { pointer, what, why, kind });
    }
    return [...found.values()];
  }
}

/**
 * Returns the keywords of each schema that have an entry; the empty name stands for the whole schema. A
 * narrowing is in addition to a keyword, so it does not count.
 */
function keywordsSaid(entries: readonly Entry[]): Map<Site, Set<string>> {
  const said = new Map<Site, Set<string>>();
  for (const { kind, site, below, unless, ofProperty } of entries) {
    if (kind === 'narrowed' || unless !== undefined || ofProperty) continue;
    const [name = ''] = below;
    const names = said.get(site);
    if (names === undefined) said.set(site, new Set([name]));
    else names.add(name);
  }
  return said;
}

/** Returns the pointer of a site, computed from the nearest enclosing site whose pointer is known. */
function pointerTo(site: Site, known: Map<Site, string>): string {
  const unknown: Site[] = [];
  let at: Site | undefined = site;
  for (; at !== undefined && !known.has(at); at = at.parent) unknown.push(at);
  let pointer = at === undefined ? '' : (known.get(at) ?? '');
  for (let next = unknown.pop(); next !== undefined; next = unknown.pop()) {
    pointer += pointerFrom(next.path);
    known.set(next, pointer);
  }
  return pointer;
}
