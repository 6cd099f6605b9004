import type { SchemaDocument } from '../dialect/document.js';
import type { Site } from '../dialect/site.js';
import { type DynamicScope, enter } from './scope.js';

/** What has to be done for a schema that is reached in a scope. */
export interface WorkItem {
  readonly name: string;
  readonly site: Site;
  readonly scope: DynamicScope;
}

/** Names each pair of schema and scope once, and keeps what is still to be done for it. */
export class Worklist {
  /** What was asked for more than once. */
  readonly shared = new Set<string>();
  readonly #document: SchemaDocument;
  readonly #newName: () => string;
  readonly #names = new Map<Site, Map<string, string>>();
  readonly #pending: WorkItem[] = [];

  constructor(document: SchemaDocument, newName: () => string) {
    this.#document = document;
    this.#newName = newName;
  }

  nameOf(site: Site, from: DynamicScope): string {
    const scope = enter(from, this.#document, site);
    const names = this.#names.get(site) ?? new Map<string, string>();
    this.#names.set(site, names);
    const known = names.get(scope.key);
    if (known !== undefined) {
      this.shared.add(known);
      return known;
    }
    const name = this.#newName();
    names.set(scope.key, name);
    this.#pending.push({ name, site, scope });
    return name;
  }

  next(): WorkItem | undefined {
    return this.#pending.pop();
  }
}
