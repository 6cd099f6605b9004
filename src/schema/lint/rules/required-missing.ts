import { isArray, own } from '../../dialect/draft.js';
import { describesObjects } from '../../dialect/schema-size.js';
import { nothing, rule } from '../rule.js';
import { propertyNames, someOf } from '../schema-facts.js';

export const requiredMissing = rule({
  code: 'required_missing',
  severity: 'error',
  sources: ['D', 'L', 'N', 'R', 'E1', 'E23'],
  // At the keyword where there is one, else at the schema.
  on: { schema: true, keywords: ['required'] },
  shape: true,
  check({ schema, keyword }) {
    const required = own(schema, 'required');
    if (!describesObjects(schema) || (keyword === undefined) !== (required === undefined)) return nothing;
    const listed = new Set(isArray(required) ? required : []);
    const missing = propertyNames(schema).filter((name) => !listed.has(name));
    return missing.length === 0 ? nothing : [{ args: someOf(missing) }];
  },
});
