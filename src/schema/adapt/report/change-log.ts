import { pointerFrom, type Site } from '../../dialect/site.js';

/** What became of a part of the author's schema on the wire. */
export type ChangeKind =
  /** Said in another way; nothing lost, values look the same. */
  | 'exact'
  /** The author was silent, and the wire says less than everything: `encode` refuses the rest. */
  | 'narrowed'
  /** The wire cannot say it: told in words, and checked against the author's schema afterwards. */
  | 'dropped'
  /** Values look different on the wire; the codec turns them back. */
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
  /** The names of keywords that must not be spoken of otherwise, the schema as a whole being ''. */
  readonly unless?: readonly string[];
}

const NOT_IN_SUBSET =
  'the strict subset cannot say it, so it is stated in the description and checked afterwards';

/** Collects changes. Pointers are made only of those that are asked for in the end. */
export class ChangeLog {
  #entries: Entry[] = [];

  add(kind: ChangeKind, site: Site | undefined, below: readonly string[], what: string, why: string): void {
    if (site !== undefined) this.#entries.push({ kind, site, below, what, why });
  }

  /** Adds a value of any type, which the wire holds as a string. */
  addText(site: Site | undefined, why: string, whose = ''): void {
    this.add('encoded', site, [], `${whose}any JSON value, as JSON text`, why);
  }

  /** Adds a keyword that the wire cannot say; the caller adds a sentence about it to the description. */
  drop(site: Site, keyword: string, why = NOT_IN_SUBSET, name = keyword): void {
    this.add('dropped', site, [keyword], `${name} is not on the wire`, why);
  }

  /** Adds a change of a keyword that is reported only if no step says what became of any of these keywords. */
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

  /** Takes out what was collected so far; undefined where that is nothing. */
  take(): ChangeLog | undefined {
    if (this.#entries.length === 0) return undefined;
    const taken = new ChangeLog();
    taken.#entries = this.#entries;
    this.#entries = [];
    return taken;
  }

  /**
   * All changes of several logs, in order; one place may be met in many combinations and is reported once.
   * What is only to be said if nothing else is gives way to what any of the logs says.
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
 * Of which keywords of which schemas it is said what became of them; the empty name stands for the whole
 * schema. What was narrowed is added to a keyword, and says nothing of the keyword itself.
 */
function keywordsSaid(entries: readonly Entry[]): Map<Site, Set<string>> {
  const said = new Map<Site, Set<string>>();
  for (const { kind, site, below, unless } of entries) {
    if (kind === 'narrowed' || unless !== undefined) continue;
    const [name = ''] = below;
    const names = said.get(site);
    if (names === undefined) said.set(site, new Set([name]));
    else names.add(name);
  }
  return said;
}

/** Pointer of a site, from that of the nearest site around it that is known already. */
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
