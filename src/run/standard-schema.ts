import type { StandardJSONSchemaV1 } from '@standard-schema/spec';
import { isObject } from '../json/value.js';
import { convertSchema } from './convert-schema.js';

/**
 * Returns the JSON Schema of the answer: the input side, since the schema's own `validate` gets the answer and its
 * transforms run last.
 *
 * Its objects are closed and require the properties with a default. Libraries strip or reject further properties, or
 * keep what nobody asked for, so every value of the closed form is a value of the library's schema. A `const` gets its
 * type, and `oneOf` becomes `anyOf`, which is what strict mode accepts: the library says which one matches.
 *
 * @throws NotConvertibleError, or the converter's error, for a schema without a JSON Schema form
 */
export function standardJsonSchema(schema: StandardJSONSchemaV1): Record<string, unknown> {
  const { vendor, jsonSchema } = schema['~standard'];
  if (typeof jsonSchema?.input !== 'function') {
    throw new TypeError(
      `this ${vendor} schema has no JSON Schema converter (the Standard JSON Schema interface)`,
    );
  }
  const input = convertSchema(schema['~standard']);
  // Branches of `allOf` that are closed on their own would exclude each other. Adapt mode merges them.
  return holdsAllOf(input) ? input : (closed(input) as Record<string, unknown>);
}

const MAPS: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions']);
const SCHEMAS: ReadonlySet<string> = new Set([
  'items',
  'prefixItems',
  'additionalProperties',
  'anyOf',
  'oneOf',
]);
const OPENERS = ['additionalProperties', 'patternProperties', 'unevaluatedProperties'];

function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed);
  if (!isObject(schema)) return schema;
  const copy: Record<string, unknown> = Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      const isMap = MAPS.has(keyword) && isObject(value);
      if (isMap) return [keyword, mapValues(value, closed)];
      const name = keyword === 'oneOf' && schema['anyOf'] === undefined ? 'anyOf' : keyword;
      return [name, SCHEMAS.has(keyword) ? closed(value) : value];
    }),
  );
  const type = typeof copy['const'];
  if (copy['type'] === undefined && (type === 'string' || type === 'number' || type === 'boolean')) {
    copy['type'] = type;
  }
  const { properties } = copy;
  if (!isObject(properties) || OPENERS.some((keyword) => copy[keyword] !== undefined)) return copy;
  const required = new Set(Array.isArray(copy['required']) ? copy['required'] : []);
  const names = Object.entries(properties)
    .filter(([name, property]) => required.has(name) || (isObject(property) && 'default' in property))
    .map(([name]) => name);
  return { ...copy, required: names, additionalProperties: false };
}

function mapValues(map: Readonly<Record<string, unknown>>, change: (value: unknown) => unknown): unknown {
  return Object.fromEntries(Object.entries(map).map(([name, value]) => [name, change(value)]));
}

function holdsAllOf(schema: unknown): boolean {
  if (Array.isArray(schema)) return schema.some(holdsAllOf);
  if (!isObject(schema)) return false;
  return Object.entries(schema).some(([keyword, value]) => {
    if (keyword === 'allOf') return true;
    if (SCHEMAS.has(keyword)) return holdsAllOf(value);
    return MAPS.has(keyword) && isObject(value) && Object.values(value).some(holdsAllOf);
  });
}
