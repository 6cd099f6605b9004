import type { JsonValue } from '../../json/value.js';
import type { SchemaDocument } from '../dialect/document.js';
import { isArray, isObject, own } from '../dialect/draft.js';
import { refsOf } from '../dialect/references.js';
import type { Site } from '../dialect/site.js';
import type { Choice } from './graph/flatten.js';
import type { Constraint } from './graph/node.js';

/**
 * Whether a value may well be of several branches of an `anyOf` at once: groups of properties, of which
 * objects have one or more. Alternatives that are closed against each other would not let that be said.
 */
export function isOverlapping(document: SchemaDocument, choice: Choice): boolean {
  if (choice.keyword !== 'anyOf' || choice.branches.length < 2) return false;
  const fixed: Map<string, readonly JsonValue[]>[] = [];
  for (const branch of choice.branches) {
    const values = fixedValues(document, branch);
    if (values === undefined) return false;
    fixed.push(values);
  }
  const [first] = fixed;
  return first === undefined || ![...first.keys()].some((name) => tellsApart(fixed, name));
}

/** More places than this are not looked at. */
const MAX_PLACES = 200;

/** The members to which a branch gives fixed values; undefined where it is about more than objects. */
function fixedValues(
  document: SchemaDocument,
  branch: readonly Constraint[],
): Map<string, readonly JsonValue[]> | undefined {
  const values = new Map<string, readonly JsonValue[]>();
  const seen = new Set<Site>();
  const pending: Site[] = branch.flatMap((item) => (item.kind === 'site' ? [item.site] : []));
  for (let site = pending.pop(); site !== undefined; site = pending.pop()) {
    if (seen.has(site)) continue;
    seen.add(site);
    const { schema } = site;
    if (!isObject(schema) || seen.size > MAX_PLACES) return undefined;
    const type = own(schema, 'type') ?? 'object';
    if (
      type !== 'object' ||
      ['enum', 'const', 'anyOf', 'oneOf'].some((keyword) => Object.hasOwn(schema, keyword))
    ) {
      return undefined;
    }
    const properties = own(schema, 'properties');
    for (const [name, member] of Object.entries(isObject(properties) ? properties : {})) {
      const list = isObject(member) ? valuesOf(member) : undefined;
      if (list !== undefined) values.set(name, list);
    }
    for (const { target } of refsOf(document, site)) {
      if (target.kind !== 'found') return undefined;
      pending.push(target.site);
    }
    const parts = own(schema, 'allOf');
    for (const index of isArray(parts) ? parts.keys() : []) {
      const at = document.at(site, ['allOf', String(index)]);
      if (at !== undefined) pending.push(at);
    }
  }
  return values;
}

function valuesOf(schema: { readonly [key: string]: JsonValue }): readonly JsonValue[] | undefined {
  const only = own(schema, 'const');
  if (only !== undefined) return [only];
  const list = own(schema, 'enum');
  return isArray(list) ? list : undefined;
}

function tellsApart(fixed: readonly ReadonlyMap<string, readonly JsonValue[]>[], name: string): boolean {
  const seen = new Set<JsonValue>();
  for (const values of fixed) {
    const list = values.get(name);
    if (list === undefined || list.some((value) => seen.has(value))) return false;
    for (const value of list) seen.add(value);
  }
  return true;
}
