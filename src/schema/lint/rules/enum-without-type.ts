import { isArray, own } from '../../dialect/draft.js';
import { nothing, rule } from '../rule.js';
import { typeOfValues } from '../schema-facts.js';

export const enumWithoutType = rule({
  code: 'enum_without_type',
  severity: 'warning',
  disputed: true,
  sources: ['D', 'L'],
  on: { schema: true },
  shape: true,
  check({ schema, parent, heldBy }) {
    if (parent === undefined || heldBy === 'allOf') return nothing;
    const values = own(schema, 'enum');
    const hasType = ['type', '$ref', 'anyOf', 'const'].some((keyword) => Object.hasOwn(schema, keyword));
    if (!isArray(values) || hasType) return nothing;
    return [{ args: { type: typeOfValues(values) } }];
  },
});
