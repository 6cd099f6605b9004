import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.js';
import { own } from '../dialect/draft.js';
import type { Child, ChildrenByKeyword, TargetNode } from './translation.js';

/** The validator passes over a property of this name, so it is put in ways that do not name it as a key. */
const proto = '__proto__';

/** Makes a helper node of the schema that is translated; `renames` as in `Origin`. */
export type MakeHelper = (helper: TargetNode, renames: Record<string, string>) => TargetNode;

/** Keywords whose values map names or patterns to schemas. What one node cannot hold comes as helpers. */
export function addMaps(node: TargetNode, byKeyword: ChildrenByKeyword, helper: MakeHelper): TargetNode[] {
  const take = (keyword: string): readonly Child[] => {
    const children = byKeyword.get(keyword) ?? [];
    byKeyword.delete(keyword);
    return children;
  };
  const named = take('properties');
  const patterned = take('patternProperties').map(({ name, target }): [string, unknown] => [
    name === proto ? `(?:${proto})` : String(name),
    target,
  ]);
  const byProto = named.find(({ name }) => name === proto);
  if (byProto !== undefined) patterned.push([`^(?:${proto})$`, byProto.target]);
  putMap(node, 'properties', toEntries(named));
  putMap(node, 'patternProperties', patterned);

  const helpers: TargetNode[] = [];
  for (const keyword of ['dependentSchemas', 'dependencies']) {
    const dependent = take(keyword);
    const entries = toEntries(dependent);
    if (entries.length > 0) {
      helpers.push(helper({ dependentSchemas: Object.fromEntries(entries) }, { dependentSchemas: keyword }));
    }
    const onProto = dependent.find(({ name }) => name === proto);
    if (onProto !== undefined) helpers.push(helper(whereNamed(proto, onProto.target), { if: keyword }));
  }
  return helpers;
}

/** Lists of names that must be there where another is: `dependentRequired`, and those in `dependencies`. */
export function dependentNames(schema: JsonObject, keyword: string, helper: MakeHelper): TargetNode[] {
  const value: JsonValue | undefined = own(schema, keyword);
  if (!isJsonObject(value)) return [];
  const lists = Object.entries(value).filter(([, names]) => Array.isArray(names));
  const isOrdinary = ([name, names]: [string, JsonValue]) =>
    name !== proto && !(Array.isArray(names) && names.includes(''));
  const ordinary = lists.filter(isOrdinary);
  const helpers: TargetNode[] = [];
  if (ordinary.length > 0) {
    helpers.push(helper({ dependentRequired: Object.fromEntries(ordinary) }, { dependentRequired: keyword }));
  }
  for (const [name, names] of lists) {
    if (!Array.isArray(names) || isOrdinary([name, names])) continue;
    const target = helper(requiring(names), { required: keyword, emptyNameRequired: keyword });
    helpers.push(helper(whereNamed(name, target), { if: keyword }));
  }
  return helpers;
}

function whereNamed(name: string, target: unknown): TargetNode {
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  return { if: requiring([name]), then: target };
}

function toEntries(children: readonly Child[]): [string, unknown][] {
  return children.flatMap(({ name, target }) =>
    name === undefined || name === proto ? [] : [[name, target]],
  );
}

function putMap(node: TargetNode, keyword: string, entries: [string, unknown][]): void {
  if (entries.length > 0) node[keyword] = Object.fromEntries(entries);
}

/** Returns `required` for ajv, which ignores an empty name: that name has a keyword of its own. */
export function requiring(names: readonly JsonValue[]): {
  required: readonly JsonValue[];
  emptyNameRequired?: true;
} {
  if (!names.includes('')) return { required: names };
  return { required: names.filter((name) => name !== ''), emptyNameRequired: true };
}
