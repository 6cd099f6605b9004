import { isArray } from '../../dialect/draft.js';
import { describesObjects } from '../../dialect/schema-size.js';
import { nothing, rule } from '../rule.js';
import { propertyNames, someOf } from '../schema-facts.js';

export const requiredUnknown = rule({
  code: 'required_unknown',
  severity: 'error',
  sources: ['D', 'N'],
  on: { keywords: ['required'] },
  shape: true,
  check({ schema, value }) {
    if (!describesObjects(schema) || !isArray(value)) return nothing;
    const known = new Set(propertyNames(schema));
    const unknown = value.filter((name) => typeof name === 'string').filter((name) => !known.has(name));
    return unknown.length === 0 ? nothing : [{ args: someOf(unknown) }];
  },
});
