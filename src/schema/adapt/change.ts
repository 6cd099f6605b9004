import { pointerOf, type Site } from '../dialect/site.js';

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

/** Collects changes; one place may be looked at in many combinations and is reported once. */
export class ChangeLog {
  readonly #changes = new Map<string, Change>();

  add(kind: ChangeKind, site: Site, below: readonly string[], what: string, why: string): void {
    const pointer = pointerOf(site, ...below);
    const key = `${kind}\n${pointer}\n${what}`;
    if (!this.#changes.has(key)) this.#changes.set(key, { pointer, what, why, kind });
  }

  list(): Change[] {
    return [...this.#changes.values()];
  }
}
