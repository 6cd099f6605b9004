import type { SchemaDocument } from '../../dialect/document.js';
import { isArray, isObject, own } from '../../dialect/draft.js';
import { refsOf } from '../../dialect/references.js';
import type { Site } from '../../dialect/site.js';
import { childrenOf } from '../../dialect/walk.js';
import type { OpenRule } from './flatten.js';

/** What rules that are not on the wire say about the members of an object. */
export interface RuleProperties {
  /** Properties they name, with the schemas they give them. */
  readonly names: ReadonlyMap<string, readonly Site[]>;
  /** They speak of members without naming them (patterns, maps). */
  readonly open: boolean;
}

const FOLLOWED: ReadonlySet<string> = new Set([
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  'then',
  'else',
  'dependencies',
  'dependentSchemas',
]);

/** Keywords by which a rule speaks of members that it does not name. */
const OPENERS = ['patternProperties', 'additionalProperties', 'unevaluatedProperties'];

/** More places than this are not looked at; the object then counts as open. */
const MAX_PLACES = 20_000;

export function ruleProperties(document: SchemaDocument, rules: readonly OpenRule[]): RuleProperties {
  const names = new Map<string, Site[]>();
  const seen = new Set<Site>();
  const pending: Site[] = rules.flatMap((rule) => startOf(document, rule));
  let open = false;
  // It grows on the way; in this order names stay in the order of the author.
  for (const site of pending) {
    if (seen.has(site)) continue;
    seen.add(site);
    if (seen.size > MAX_PLACES) return { names, open: true };
    const { schema } = site;
    if (!isObject(schema)) continue;
    for (const { target } of refsOf(document, site)) {
      if (target.kind === 'found') pending.push(target.site);
      if (target.kind === 'one-of') pending.push(...target.sites);
    }
    const properties = own(schema, 'properties');
    if (isObject(properties)) {
      for (const name of Object.keys(properties)) {
        const at = document.at(site, ['properties', name]);
        if (at !== undefined) names.set(name, [...(names.get(name) ?? []), at]);
      }
    }
    if (OPENERS.some((keyword) => own(schema, keyword) !== undefined && own(schema, keyword) !== false))
      open = true;
    for (const child of childrenOf(site, document.dialect)) {
      if (FOLLOWED.has(child.keyword)) pending.push(document.at(site, child.path) ?? child);
    }
  }
  return { names, open };
}

/** The schemas a rule consists of. */
function startOf(document: SchemaDocument, rule: OpenRule): Site[] {
  const keywords = rule.keyword === 'if' ? ['if', 'then', 'else'] : [rule.keyword];
  const found: Site[] = [];
  for (const keyword of keywords) {
    const value = isObject(rule.site.schema) ? own(rule.site.schema, keyword) : undefined;
    const keys = isArray(value)
      ? value.map((_, index) => String(index))
      : isMap(keyword) && isObject(value)
        ? Object.keys(value)
        : [];
    const paths = keys.length > 0 ? keys.map((key) => [keyword, key]) : [[keyword]];
    for (const path of paths) {
      const site = value === undefined ? undefined : document.at(rule.site, path);
      if (site !== undefined) found.push(site);
    }
  }
  return found;
}

function isMap(keyword: string): boolean {
  return keyword === 'dependencies' || keyword === 'dependentSchemas';
}
