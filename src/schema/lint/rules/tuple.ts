import { isArray } from '../../dialect/draft.js';
import { nothing, present, rule } from '../rule.js';

export const tuple = rule({
  code: 'tuple',
  severity: 'error',
  sources: ['N', 'C', 'E7'],
  on: { keywords: ['items', 'prefixItems', 'additionalItems'] },
  check(place) {
    const { keyword, schema, value } = place;
    if (keyword === 'items') return isArray(value) ? present(place) : nothing;
    // `additionalItems` belongs to the list before it, which is the finding.
    if (keyword === 'additionalItems' && isArray(schema['items'])) return nothing;
    return present(place);
  },
});
