import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.js';
import { isArray, own } from '../dialect/draft.js';

/** The types that a schema names; undefined where it names none. */
export function namedTypes(schema: JsonObject): readonly JsonValue[] | undefined {
  const type = own(schema, 'type');
  if (type === undefined) return undefined;
  return isArray(type) ? type : [type];
}

/** The names under `properties`, in the author's order. */
export function propertyNames(schema: JsonObject): readonly string[] {
  const properties = own(schema, 'properties');
  return isJsonObject(properties) ? Object.keys(properties) : [];
}

/** The JSON Schema type of a value; a whole number is an integer. */
export function typeOfValue(value: JsonValue): string {
  if (value === null) return 'null';
  if (isArray(value)) return 'array';
  if (typeof value === 'number') return Number.isInteger(value) ? 'integer' : 'number';
  return typeof value;
}

/** What to write after `"type":` for a set of values, such as `["string", "null"]`. */
export function typeOfValues(values: readonly JsonValue[]): string {
  const types = new Set(values.map(typeOfValue));
  if (types.has('number')) types.delete('integer');
  const names = [...types].map((type) => JSON.stringify(type));
  return names.length === 1 ? names.join('') : `[${names.join(', ')}]`;
}

const shownNames = 5;

/** A few of many names, for a sentence. */
export function someOf(names: readonly string[]): { names: readonly string[]; count: number } {
  return { names: names.slice(0, shownNames), count: names.length };
}
