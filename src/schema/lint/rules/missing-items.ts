import { nothing, rule } from '../rule.js';
import { namedTypes } from '../schema-facts.js';

export const missingItems = rule({
  code: 'missing_items',
  severity: 'error',
  sources: ['N', 'C', 'E7'],
  on: { schema: true },
  shape: true,
  check({ schema }) {
    const hasElements = ['items', 'prefixItems'].some((keyword) => Object.hasOwn(schema, keyword));
    return namedTypes(schema)?.includes('array') === true && !hasElements ? [{ args: {} }] : nothing;
  },
});
