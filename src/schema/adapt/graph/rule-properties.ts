import { keysOf } from '../../../json/exact.js';
import { isJsonObject } from '../../../json/value.js';
import type { SchemaDocument } from '../../dialect/document.js';
import { isArray, own } from '../../dialect/draft.js';
import { nullableParts } from '../../dialect/nullable.js';
import type { Site } from '../../dialect/site.js';
import { COMBINING_KEYWORDS, type OpenRule } from './flatten.js';
import { reachableSchemas } from './reachable-schemas.js';

/** The properties that rules outside the wire schema mention. */
export interface RuleProperties {
  /** The properties they name, with their schemas there. */
  readonly names: ReadonlyMap<string, readonly Site[]>;
  /** Whether they mention properties without naming them (patterns, maps). */
  readonly open: boolean;
}

const FOLLOWED: ReadonlySet<string> = new Set([...COMBINING_KEYWORDS, 'dependencies', 'dependentSchemas']);

/** Keywords that apply to properties without naming them. */
const OPENERS = ['patternProperties', 'additionalProperties', 'unevaluatedProperties'];

/** Beyond this number of schemas, the object counts as open. */
const MAX_PLACES = 20_000;

export function ruleProperties(document: SchemaDocument, rules: readonly OpenRule[]): RuleProperties {
  const names = new Map<string, Site[]>();
  let open = false;
  let count = 0;
  for (const { site } of reachableSchemas(
    document,
    rules.flatMap((rule) => schemasOf(document, rule)),
    FOLLOWED,
  )) {
    if (++count > MAX_PLACES) return { names, open: true };
    const { schema } = site;
    if (!isJsonObject(schema)) continue;
    const properties = own(schema, 'properties');
    if (isJsonObject(properties)) {
      for (const name of keysOf(properties)) {
        const at = document.at(site, ['properties', name]);
        if (at !== undefined) names.set(name, [...(names.get(name) ?? []), at]);
      }
    }
    open ||= OPENERS.some((keyword) => (own(schema, keyword) ?? false) !== false);
  }
  return { names, open };
}

/** Returns the schemas of a rule. */
function schemasOf(document: SchemaDocument, { site, keyword }: OpenRule): Site[] {
  const keywords = keyword === 'if' ? ['if', 'then', 'else'] : [keyword];
  return keywords.flatMap((name) => {
    if (name === 'nullable') return nullableParts(site).rest;
    const value = isJsonObject(site.schema) ? own(site.schema, name) : undefined;
    const holdsMany = isArray(value) || (name.startsWith('depend') && isJsonObject(value));
    const keys = holdsMany ? keysOf(value) : [];
    const paths = keys.length > 0 ? keys.map((key) => [name, key]) : [[name]];
    return paths.flatMap((path) => document.at(site, path) ?? []);
  });
}
