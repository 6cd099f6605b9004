import { isJsonObject, type JsonValue } from '../../json/value.js';
import { isArray, own } from '../dialect/draft.js';
import { walk } from '../dialect/walk.js';

/**
 * The author's schema with OpenAPI's `nullable` said as JSON Schema says it, for the validator: what the
 * wire lets a model answer with must not be refused afterwards. Without a `nullable` it is the same object.
 */
export function nullableAsNull(schema: JsonValue): JsonValue {
  if (![...walk(schema)].some((site) => isNullable(site.schema))) return schema;
  const copy = JSON.parse(JSON.stringify(schema)) as JsonValue;
  for (const { schema: node } of walk(copy)) {
    if (!isNullable(node)) continue;
    const mutable = node as { [keyword: string]: JsonValue };
    const type = own(mutable, 'type');
    const values = own(mutable, 'enum');
    const types = isArray(type) ? type : [type ?? 'null'];
    if (!types.includes('null')) mutable['type'] = [...types, 'null'];
    if (isArray(values) && !values.includes(null)) mutable['enum'] = [...values, null];
  }
  return copy;
}

/** OpenAPI takes the keyword only beside a type. */
function isNullable(node: JsonValue): boolean {
  return isJsonObject(node) && own(node, 'nullable') === true && Object.hasOwn(node, 'type');
}
