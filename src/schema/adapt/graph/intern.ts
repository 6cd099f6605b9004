import type { Site } from '../../dialect/site.js';
import type { Constraint } from './node.js';

/** Creates each constraint once, so that equal combinations of constraints are the same node. */
export class ConstraintTable {
  readonly #sites = new Map<Site, Constraint>();
  readonly #known = new Map<Site | string, Map<string, Constraint>>();
  readonly #ids = new Map<Site, number>();
  #next = 0;

  site(site: Site): Constraint {
    let item = this.#sites.get(site);
    if (item === undefined) {
      item = { id: this.#next++, kind: 'site', site };
      this.#sites.set(site, item);
    }
    return item;
  }

  own(site: Site): Constraint {
    return this.#intern(site, 'own', (id) => ({ id, kind: 'own', site }));
  }

  choice(site: Site, keyword: string): Constraint {
    return this.#intern(site, `choice ${keyword}`, (id) => ({ id, kind: 'choice', site, keyword }));
  }

  rule(site: Site, keyword: string): Constraint {
    return this.#intern(site, `rule ${keyword}`, (id) => ({ id, kind: 'rule', site, keyword }));
  }

  anyOf(sites: readonly Site[], orAnything: boolean): Constraint {
    const key = `${sites.map((site) => this.#idOf(site)).join(' ')} ${orAnything}`;
    return this.#intern('any-of', key, (id) => ({ id, kind: 'any-of', sites, orAnything }));
  }

  /** Returns the constraint that no value satisfies. */
  never(): Constraint {
    return this.#intern('never', '', (id) => ({ id, kind: 'any-of', sites: [], orAnything: false }));
  }

  #intern(owner: Site | string, key: string, make: (id: number) => Constraint): Constraint {
    let items = this.#known.get(owner);
    if (items === undefined) {
      items = new Map();
      this.#known.set(owner, items);
    }
    let item = items.get(key);
    if (item === undefined) {
      item = make(this.#next++);
      items.set(key, item);
    }
    return item;
  }

  #idOf(site: Site): number {
    const known = this.#ids.get(site);
    if (known !== undefined) return known;
    this.#ids.set(site, this.#ids.size);
    return this.#ids.size - 1;
  }
}
