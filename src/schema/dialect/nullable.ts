import { isJsonObject, type JsonObject, type JsonValue } from '../../json/value.js';
import { type Dialect, own, refStandsAlone } from './draft.js';
import { ANNOTATION_KEYWORDS } from './keywords.js';

/** Keywords that would reject null, whatever `type` and `enum` allow. */
const MORE_THAN_TYPE = [
  'const',
  'not',
  'allOf',
  'anyOf',
  'oneOf',
  'if',
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
];

/**
 * Returns how OpenAPI's `nullable: true` adds null to the values of a schema, wherever that schema is reached:
 *
 * - `type`: null is one more type, and one more value of an `enum`
 * - `union`: null, or what the rest of the schema says
 * - `none`: it has no effect
 *
 * JSON Schema has no such keyword, so it counts only in `adapt`.
 */
export function nullableForm(schema: JsonValue, dialect: Dialect): 'none' | 'type' | 'union' {
  if (!isJsonObject(schema) || own(schema, 'nullable') !== true) return 'none';
  if (refStandsAlone(dialect) && typeof own(schema, '$ref') === 'string') return 'none';
  const restricts = Object.keys(schema).some(
    (keyword) => keyword !== 'nullable' && !ANNOTATION_KEYWORDS.has(keyword),
  );
  if (!restricts) return 'none';
  return hasNullableType(schema) ? 'type' : 'union';
}

/** Whether `nullable` only adds to the `type` and `enum` of this schema. */
export function hasNullableType(schema: JsonObject): boolean {
  return (
    own(schema, 'nullable') === true &&
    Object.hasOwn(schema, 'type') &&
    !MORE_THAN_TYPE.some((keyword) => Object.hasOwn(schema, keyword))
  );
}

/** Returns the schema with null among its types and values; for the form `type`. */
export function withNull(schema: JsonObject): JsonObject {
  const type = own(schema, 'type');
  const values = own(schema, 'enum');
  const types = Array.isArray(type) ? type : [type ?? 'null'];
  return {
    ...schema,
    type: types.includes('null') ? types : [...types, 'null'],
    ...(Array.isArray(values) && !values.includes(null) ? { enum: [...values, null] } : {}),
  };
}
