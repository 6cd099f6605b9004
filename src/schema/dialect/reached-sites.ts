import { isJsonObject, type JsonValue } from '../../json/value.js';
import type { SchemaDocument } from './document.js';
import { REFERENCE_KEYWORDS } from './keywords.js';
import { refsOf } from './references.js';
import type { Site } from './site.js';

/**
 * The schemas that only references lead to, such as those of an OpenAPI document in `components/schemas`: no keyword of
 * JSON Schema holds them.
 */
export interface ReachedSites {
  /** Those that are in no other one, in the order in which references lead to them. */
  readonly roots: readonly Site[];
  /** They and all schemas inside them. */
  readonly all: readonly Site[];
}

/** Finds the schemas that only references lead to, also references inside such schemas. */
export function reachedSites(document: SchemaDocument): ReachedSites {
  const known = new Set(document.sites);
  const roots = new Set<Site>();
  const all: Site[] = [];
  // The list grows while it is read.
  const referring = document.sites.filter(({ schema }) => hasReference(schema));
  for (const site of referring) {
    for (const { target } of refsOf(document, site)) {
      const targets = target.kind === 'found' ? [target.site] : target.kind === 'one-of' ? target.sites : [];
      for (const start of targets) if (!known.has(start)) reach(start);
    }
  }
  return { roots: [...roots], all };

  function reach(start: Site): void {
    roots.add(start);
    const pending = [start];
    for (let site = pending.pop(); site !== undefined; site = pending.pop()) {
      if (known.has(site)) {
        // It was reached before what it is in.
        roots.delete(site);
        continue;
      }
      known.add(site);
      all.push(site);
      if (hasReference(site.schema)) referring.push(site);
      pending.push(...document.childrenOf(site).toReversed());
    }
  }
}

/** Whether a schema itself refers to another one. */
export function hasReference(schema: JsonValue): boolean {
  return isJsonObject(schema) && [...REFERENCE_KEYWORDS].some((key) => Object.hasOwn(schema, key));
}
