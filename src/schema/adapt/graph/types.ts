import { jsonText } from '../../../json/exact.js';
import { isJsonObject, type JsonValue } from '../../../json/value.js';
import { isArray, own } from '../../dialect/draft.js';
import type { SchemaPart } from './node.js';

export type TypeName = 'null' | 'boolean' | 'string' | 'number' | 'integer' | 'array' | 'object';

export const ALL_TYPES: readonly TypeName[] = ['object', 'array', 'string', 'number', 'boolean', 'null'];

/** Returns the types that all schemas allow, or undefined if none restricts the type. */
export function allowedTypes(parts: readonly SchemaPart[]): Set<TypeName> | undefined {
  let types: Set<TypeName> | undefined;
  for (const part of parts) {
    const said = own(part.schema, 'type');
    const list = typeof said === 'string' ? [said] : isArray(said) ? said : undefined;
    if (list === undefined) continue;
    const allowed = new Set(list.filter((type): type is TypeName => typeof type === 'string'));
    // The keyword of OpenAPI; JSON Schema ignores it.
    if (own(part.schema, 'nullable') === true) allowed.add('null');
    types = types === undefined ? allowed : intersection(types, allowed);
  }
  return types;
}

function intersection(a: Set<TypeName>, b: Set<TypeName>): Set<TypeName> {
  const both = new Set<TypeName>();
  for (const type of a) {
    if (b.has(type) || (type === 'integer' && b.has('number'))) both.add(type);
    else if (type === 'number' && b.has('integer')) both.add('integer');
  }
  return both;
}

/** Returns the values that every `enum` and `const` allows, or undefined if there are no such keywords. */
export function allowedValues(parts: readonly SchemaPart[]): JsonValue[] | undefined {
  let values: JsonValue[] | undefined;
  for (const part of parts) {
    for (const list of listsOf(part)) {
      const allowed = values;
      values = allowed === undefined ? distinct(list) : intersect(allowed, list);
    }
  }
  return values;
}

function listsOf(part: SchemaPart): (readonly JsonValue[])[] {
  const lists: (readonly JsonValue[])[] = [];
  if (Object.hasOwn(part.schema, 'const')) lists.push([own(part.schema, 'const') ?? null]);
  const list = own(part.schema, 'enum');
  if (isArray(list)) {
    const nullable = own(part.schema, 'nullable') === true && Object.hasOwn(part.schema, 'type');
    lists.push(nullable ? [...list, null] : list);
  }
  return lists;
}

function distinct(values: readonly JsonValue[]): JsonValue[] {
  const scalars = new Set<JsonValue>();
  const texts = new Set<string>();
  return values.filter((value) => {
    const text = isScalar(value) ? undefined : jsonText(value);
    const isNew = text === undefined ? !scalars.has(value) : !texts.has(text);
    if (text === undefined) scalars.add(value);
    else texts.add(text);
    return isNew;
  });
}

function intersect(values: JsonValue[], list: readonly JsonValue[]): JsonValue[] {
  const scalars = new Set(list.filter(isScalar));
  const others = list.filter((value) => !isScalar(value));
  // Too many pairs to compare; keeping too many values is safe.
  if (others.length * values.length > 1_000_000) return values;
  return values.filter((value) =>
    isScalar(value) ? scalars.has(value) : others.some((other) => equal(other, value)),
  );
}

export function isScalar(value: JsonValue): value is null | boolean | number | string {
  return typeof value !== 'object' || value === null;
}

/** Whether a value is of one of the types. */
export function isOfType(value: JsonValue, types: ReadonlySet<TypeName>): boolean {
  if (value === null) return types.has('null');
  if (isArray(value)) return types.has('array');
  if (typeof value === 'bigint') return types.has('number') || types.has('integer');
  if (typeof value === 'number')
    return types.has('number') || (types.has('integer') && Number.isInteger(value));
  return types.has(typeof value as TypeName);
}

/** Without `contains` they have no effect, so they imply no type. */
const ONLY_WITH_CONTAINS: ReadonlySet<string> = new Set(['minContains', 'maxContains']);

/** Returns the types that the keywords of an untyped schema apply to, each with the first such keyword. */
export function impliedTypes(
  parts: readonly SchemaPart[],
): Map<TypeName, { part: SchemaPart; keyword: string }> {
  const implied = new Map<TypeName, { part: SchemaPart; keyword: string }>();
  for (const part of parts) {
    for (const keyword of Object.keys(part.schema)) {
      const type = ONLY_WITH_CONTAINS.has(keyword) ? undefined : typeAbout(keyword);
      if (type !== undefined && !implied.has(type)) implied.set(type, { part, keyword });
    }
  }
  return implied;
}

/** Whether all lists are defined and no value is in two of them. */
export function areDisjoint(lists: readonly (readonly JsonValue[] | undefined)[]): boolean {
  const seen = new Set<JsonValue>();
  for (const list of lists) {
    if (list === undefined || list.some((value) => seen.has(value))) return false;
    for (const value of list) seen.add(value);
  }
  return true;
}

/** The types that keywords can apply to; "number" includes integers. */
export type KeywordType = 'string' | 'number' | 'array' | 'object';

/** Returns the type that a keyword applies to, or undefined for keywords of any type and unknown ones. */
export function typeAbout(keyword: string): KeywordType | undefined {
  return Object.hasOwn(ABOUT, keyword) ? ABOUT[keyword] : undefined;
}

const ABOUT: Readonly<Record<string, KeywordType>> = {
  properties: 'object',
  patternProperties: 'object',
  additionalProperties: 'object',
  unevaluatedProperties: 'object',
  propertyNames: 'object',
  required: 'object',
  minProperties: 'object',
  maxProperties: 'object',
  dependencies: 'object',
  dependentRequired: 'object',
  dependentSchemas: 'object',
  items: 'array',
  prefixItems: 'array',
  additionalItems: 'array',
  unevaluatedItems: 'array',
  contains: 'array',
  minContains: 'array',
  maxContains: 'array',
  minItems: 'array',
  maxItems: 'array',
  uniqueItems: 'array',
  minLength: 'string',
  maxLength: 'string',
  pattern: 'string',
  format: 'string',
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
};

/** Whether two JSON values are equal in JSON Schema: 1 equals 1.0, and the order of members does not matter. */
export function equal(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (isArray(a)) {
    return isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index] ?? null));
  }
  if (!isJsonObject(a) || !isJsonObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => {
      const other = own(b, key);
      return other !== undefined && equal(own(a, key) ?? null, other);
    })
  );
}
