import { isArray, own } from '../../dialect/draft.js';
import { keywordsOfRule } from '../../dialect/keywords.js';
import { CHECK_AFTERWARDS, found, nothing, type Rule } from '../rule.js';

export const ARRAY_RULES: readonly Rule[] = [
  {
    code: 'missing_items',
    severity: 'error',
    sources: ['N', 'C', 'E7'],
    about: 'An array without `items`',
    fix: 'Add `items` with the schema of every element.',
    on: { schema: true },
    shape: true,
    check({ schema }) {
      const type = own(schema, 'type');
      const isList = isArray(type) ? type.includes('array') : type === 'array';
      const hasElements = ['items', 'prefixItems'].some((keyword) => Object.hasOwn(schema, keyword));
      return isList && !hasElements ? found('This array has no "items".') : nothing;
    },
  },
  {
    code: 'tuple',
    severity: 'error',
    sources: ['N', 'C', 'E7'],
    about: 'A tuple: `prefixItems`, a list under `items`, `additionalItems`',
    fix: 'Use an object with one property per element, or let adapt mode encode it.',
    on: { keywords: ['items', 'prefixItems', 'additionalItems'] },
    check({ keyword, schema, value }) {
      const isTuple =
        keyword === 'items'
          ? isArray(value)
          : // `additionalItems` after a list under `items`: the list is the finding.
            keyword !== 'additionalItems' || !isArray(schema['items']);
      return isTuple
        ? found(`"${keyword}" makes this a tuple, but all elements must have the same schema.`)
        : nothing;
    },
  },
  {
    code: 'unique_items',
    severity: 'error',
    sources: ['D', 'C', 'E16'],
    about: '`uniqueItems`',
    fix: CHECK_AFTERWARDS,
    on: { keywords: keywordsOfRule('unique_items') },
    check: () => found('"uniqueItems" is not supported.'),
  },
  {
    code: 'contains',
    severity: 'error',
    sources: ['D', 'C'],
    about: '`contains`, `minContains`, `maxContains`',
    fix: CHECK_AFTERWARDS,
    on: { keywords: keywordsOfRule('contains') },
    // The counts are part of the finding about `contains`.
    check: ({ keyword, schema }) =>
      keyword === 'contains' || !Object.hasOwn(schema, 'contains')
        ? found(`"${keyword}" is not supported.`)
        : nothing,
  },
];
