import { isJsonObject } from '../../../json/value.js';
import type { SchemaDocument } from '../../dialect/document.js';

import { refsOf } from '../../dialect/references.js';
import type { Site } from '../../dialect/site.js';
import { childrenOf } from '../../dialect/walk.js';

/**
 * Yields the schemas that can be reached through references and some keywords, each once, those nearest to
 * the start first. `isComplete` is false for a schema with a reference whose target is not certain.
 */
export function* reachableSchemas(
  document: SchemaDocument,
  start: Iterable<Site>,
  keywords: ReadonlySet<string>,
): Generator<{ readonly site: Site; readonly isComplete: boolean }> {
  const sites = new Set(start);
  // The set grows while it is read.
  for (const site of sites) {
    let isComplete = true;
    for (const { target } of isJsonObject(site.schema) ? refsOf(document, site) : []) {
      if (target.kind !== 'found') isComplete = false;
      if (target.kind === 'found') sites.add(target.site);
      if (target.kind === 'one-of') for (const each of target.sites) sites.add(each);
    }
    for (const child of childrenOf(site, document.dialect)) {
      if (keywords.has(child.keyword)) sites.add(document.at(site, child.path) ?? child);
    }
    yield { site, isComplete };
  }
}
