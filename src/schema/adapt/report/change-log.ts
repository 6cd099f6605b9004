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
}

/** Collects changes. Pointers are made only of those that are asked for in the end. */
export class ChangeLog {
  #entries: Entry[] = [];

  add(kind: ChangeKind, site: Site | undefined, below: readonly string[], what: string, why: string): void {
    if (site !== undefined) this.#entries.push({ kind, site, below, what, why });
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
   * Of which keywords of which schemas it is said what became of them; the empty name stands for the whole
   * schema. What was narrowed is added to a keyword, and says nothing of the keyword itself.
   */
  static spoken(logs: Iterable<ChangeLog>): Map<Site, Set<string>> {
    const spoken = new Map<Site, Set<string>>();
    for (const log of logs) {
      for (const { kind, site, below } of log.#entries) {
        if (kind === 'narrowed') continue;
        const [name = ''] = below;
        const names = spoken.get(site);
        if (names === undefined) spoken.set(site, new Set([name]));
        else names.add(name);
      }
    }
    return spoken;
  }

  /** All changes of several logs; one place may be met in many combinations and is reported once. */
  static list(logs: Iterable<ChangeLog>): Change[] {
    const found = new Map<string, Change>();
    const pointers = new Map<Site, string>();
    for (const log of logs) {
      for (const { kind, site, below, what, why } of log.#entries) {
        const pointer = pointerTo(site, pointers) + pointerFrom(below);
        const key = `${kind}\n${pointer}\n${what}`;
        if (!found.has(key)) found.set(key, { pointer, what, why, kind });
      }
    }
    return [...found.values()];
  }
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
