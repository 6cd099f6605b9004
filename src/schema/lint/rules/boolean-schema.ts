import { nothing, type Place, rule } from '../rule.js';

export const booleanSchema = rule({
  code: 'boolean_schema',
  severity: 'error',
  sources: ['L', 'N', 'E3'],
  on: { boolean: true },
  shape: true,
  check: (place) =>
    place.parent === undefined || isOthersBusiness(place)
      ? nothing
      : [{ args: { value: place.value === true } }],
});

/** Where a boolean is what the keyword usually has, or the keyword is a finding whatever it holds. */
const withBooleans = new Set([
  'additionalProperties',
  'additionalItems',
  'unevaluatedProperties',
  'unevaluatedItems',
  'patternProperties',
  'prefixItems',
]);

function isOthersBusiness({ heldBy, parent }: Place): boolean {
  if (withBooleans.has(heldBy)) return true;
  // `items: false` closes a tuple, which is a finding already.
  return heldBy === 'items' && parent !== undefined && Object.hasOwn(parent.schema, 'prefixItems');
}
