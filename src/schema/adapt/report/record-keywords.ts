import { keysOf } from '../../../json/exact.js';
import { isJsonObject } from '../../../json/value.js';
import type { SchemaDocument } from '../../dialect/document.js';

import type { Site } from '../../dialect/site.js';
import type { Node } from '../graph/node.js';
import type { ChangeLog } from './change-log.js';
import { keywordChange, type WireForm } from './dropped-keywords.js';

/** Keywords that are always recorded by the steps that read them. */
const RECORDED_ELSEWHERE: ReadonlySet<string> = new Set([
  'description',
  '$defs',
  'definitions',
  'allOf',
  'not',
  'if',
]);

/** Keywords of a tuple, which is recorded as a whole. */
const TUPLE_KEYWORDS: ReadonlySet<string> = new Set([
  'items',
  'prefixItems',
  'additionalItems',
  'minItems',
  'maxItems',
]);

/**
 * Records the change of each keyword of nodes that were emitted as one. A keyword is compared with the forms
 * of its own schema, not with those of the other alternatives.
 */
export function recordKeywords(log: ChangeLog, nodes: readonly Node[], forms: readonly WireForm[]): void {
  const nullable = nodes[0]?.nullable === true;
  const isAlone = nodes.length === 1;
  for (const [site, own] of formsBySite(nodes, forms)) {
    if (!isJsonObject(site.schema)) continue;
    const isTuple = own.some(({ plan }) => plan.kind === 'tuple');
    for (const name of Object.keys(site.schema)) {
      if (RECORDED_ELSEWHERE.has(name)) continue;
      if ((name === 'then' || name === 'else') && Object.hasOwn(site.schema, 'if')) continue;
      const value = site.schema[name] ?? null;
      const change = keywordChange({ name, value, forms: own, all: forms, nullable, isAlone });
      if (change === undefined) continue;
      const unless = isTuple && TUPLE_KEYWORDS.has(name) ? [name, ''] : [name];
      const [kind, what, why] = change;
      log.addUnlessSaid(kind, site, name, what, why, unless);
    }
  }
}

/** Returns the forms of the values of each schema. */
function formsBySite(
  nodes: readonly Node[],
  forms: readonly WireForm[],
): Iterable<readonly [Site, readonly WireForm[]]> {
  const [only, ...others] = nodes;
  // Most nodes have no nested choices, and there are thousands of them.
  const isKnown = forms.every(({ sources }) => sources.length > 0);
  if (only !== undefined && others.length === 0 && isKnown)
    return only.parts.map(({ site }) => [site, forms] as const);
  const bySite = new Map<Site, WireForm[]>();
  for (const { parts } of nodes) for (const { site } of parts) bySite.set(site, []);
  for (const form of forms) {
    for (const source of form.sources) {
      for (let at = source as typeof source | undefined; at !== undefined; at = at.outer) {
        for (const { site } of at.node.parts) {
          const own = bySite.get(site);
          if (own !== undefined && own.at(-1) !== form) own.push(form);
        }
      }
    }
  }
  return bySite;
}

/** Records the definitions that are not in the wire schema. */
export function recordDefinitions(
  log: ChangeLog,
  document: SchemaDocument,
  reached: ReadonlySet<Site>,
  isDefined: (site: Site) => boolean,
): void {
  for (const site of reached) {
    for (const keyword of ['$defs', 'definitions']) {
      const map = isJsonObject(site.schema) ? site.schema[keyword] : undefined;
      for (const name of isJsonObject(map) ? keysOf(map) : []) {
        const definition = document.at(site, [keyword, name]);
        if (definition === undefined || isDefined(definition)) continue;
        if (reached.has(definition))
          log.add('exact', site, [keyword, name], 'no definition', 'it is written out where it is used');
        else log.add('exact', site, [keyword, name], 'left out', 'nothing on the wire refers to it');
      }
    }
  }
}
