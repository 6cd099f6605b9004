import type { JsonValue } from '../../../json/value.js';
import { isArray, isObject, own } from '../../dialect/draft.js';

/**
 * Whether two JSON values are equal in the sense of JSON Schema: 1 is 1.0, the order of members is nothing.
 */
export function equal(a: JsonValue, b: JsonValue): boolean {
  if (a === b) return true;
  if (isArray(a)) {
    return isArray(b) && a.length === b.length && a.every((item, index) => equal(item, b[index] ?? null));
  }
  if (!isObject(a) || !isObject(b)) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => {
      const other = own(b, key);
      return other !== undefined && equal(own(a, key) ?? null, other);
    })
  );
}
