import { valueAtPointer } from '../json/look-up.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../json/value.js';

/** The keywords that imply a type, for schemas without `type`. */
const TYPE_KEYWORDS: Readonly<Record<string, readonly string[]>> = {
  string: ['minLength', 'pattern'],
  array: ['minItems', 'items', 'prefixItems', 'contains', 'minContains'],
  object: ['minProperties', 'required', 'properties'],
};

/**
 * Returns a lower bound of the size of a schema's values: the number of values and characters of the smallest.
 * Keywords that it does not know count as nothing.
 */
export function minimumSize(root: JsonValue): number {
  const known = new Map<object, number>();

  const sizeOf = (schema: JsonValue | undefined): number => {
    if (!isJsonObject(schema)) return 1;
    const before = known.get(schema);
    if (before !== undefined) return before;
    // Of a recursive schema, the smallest value does not contain another.
    known.set(schema, 1);
    const size = measure(schema);
    known.set(schema, size);
    return size;
  };

  const measure = (schema: JsonObject): number => {
    if ('const' in schema || 'enum' in schema) return 1;
    const target = typeof schema['$ref'] === 'string' ? referenced(root, schema['$ref']) : undefined;
    return Math.max(
      1,
      smallest(typesOf(schema).map((type) => sizeAs(type, schema))),
      target === undefined ? 1 : sizeOf(target),
      ...listOf(schema['allOf']).map(sizeOf),
      smallest(listOf(schema['anyOf']).map(sizeOf)),
      smallest(listOf(schema['oneOf']).map(sizeOf)),
    );
  };

  const sizeAs = (type: string, schema: JsonObject): number => {
    switch (type) {
      case 'string':
        return Math.max(count(schema['minLength']), leastRepetition(schema['pattern']));
      case 'array': {
        const { items, contains } = schema;
        const least = Math.max(
          count(schema['minItems']),
          contains === undefined ? 0 : count(schema['minContains'] ?? 1) * sizeOf(contains),
        );
        const prefix = [...listOf(schema['prefixItems']), ...listOf(items)].slice(0, least);
        const others = least - prefix.length;
        return sum(prefix.map(sizeOf)) + others * (isJsonObject(items) ? sizeOf(items) : 1);
      }
      case 'object': {
        const properties = isJsonObject(schema['properties']) ? schema['properties'] : {};
        const required = listOf(schema['required']).filter((name) => typeof name === 'string');
        const own = sum(
          required.map((name) => (Object.hasOwn(properties, name) ? sizeOf(properties[name]) : 1)),
        );
        return Math.max(count(schema['minProperties']), own);
      }
      default:
        return 1;
    }
  };

  return sizeOf(root);
}

function typesOf(schema: JsonObject): readonly string[] {
  const { type } = schema;
  if (typeof type === 'string') return [type];
  if (Array.isArray(type)) return type.filter((one) => typeof one === 'string');
  return Object.keys(TYPE_KEYWORDS).filter((name) =>
    TYPE_KEYWORDS[name]?.some((keyword) => keyword in schema),
  );
}

/** Returns the largest `{n}` of a pattern. */
function leastRepetition(pattern: JsonValue | undefined): number {
  if (typeof pattern !== 'string') return 0;
  return Math.max(0, ...[...pattern.matchAll(/\{(\d+)(?:,\d*)?\}/g)].map((match) => Number(match[1])));
}

/** Resolves a JSON pointer; undefined for other documents and anchors. */
function referenced(root: JsonValue, reference: string): JsonValue | undefined {
  return /^#(\/|$)/.test(reference) ? valueAtPointer(root, decoded(reference.slice(1))) : undefined;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    // Not percent-encoded.
    return text;
  }
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] {
  return Array.isArray(value) ? value : [];
}

function count(value: JsonValue | undefined): number {
  return typeof value === 'number' ? value : 0;
}

function smallest(sizes: readonly number[]): number {
  return sizes.length === 0 ? 1 : sizes.reduce((least, size) => Math.min(least, size));
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}
