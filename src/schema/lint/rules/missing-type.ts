import type { JsonObject } from '../../../json/value.js';
import { isArray, own } from '../../dialect/draft.js';
import { isConstraint } from '../../dialect/keywords.js';
import { nothing, rule } from '../rule.js';
import { typeOfValues } from '../schema-facts.js';

/** With one of these a schema has a type, or is refused for a better reason. */
const insteadOfType = ['type', '$ref', 'anyOf', 'oneOf', 'allOf'];

export const missingType = rule({
  code: 'missing_type',
  severity: 'error',
  sources: ['L', 'J', 'R', 'E6', 'E7'],
  on: { schema: true },
  shape: true,
  check({ schema, parent, heldBy }) {
    // The branches of `allOf` share the type of the schema around them.
    if (parent === undefined || heldBy === 'allOf') return nothing;
    // A map of anything is an open object.
    if (heldBy === 'additionalProperties' && Object.keys(schema).length === 0) return nothing;
    if (insteadOfType.some((keyword) => Object.hasOwn(schema, keyword))) return nothing;
    if (isArray(own(schema, 'enum')) && !Object.hasOwn(schema, 'const')) return nothing;
    const empty = !Object.keys(schema).some(isConstraint);
    return [{ args: { type: impliedType(schema), empty } }];
  },
});

function impliedType(schema: JsonObject): string | null {
  const value = own(schema, 'const');
  if (value !== undefined) return typeOfValues([value]);
  if (Object.hasOwn(schema, 'properties')) return '"object"';
  if (Object.hasOwn(schema, 'items')) return '"array"';
  return null;
}
