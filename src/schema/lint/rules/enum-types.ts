import { isArray } from '../../dialect/draft.js';
import { nothing, rule } from '../rule.js';
import { typeOfValue } from '../schema-facts.js';

export const enumTypes = rule({
  code: 'enum_types',
  severity: 'warning',
  sources: ['S'],
  on: { keywords: ['enum'] },
  check({ value }) {
    if (!isArray(value)) return nothing;
    const types = new Set(value.map(typeOfValue));
    types.delete('null');
    if (types.has('number')) types.delete('integer');
    return types.size > 1 ? [{ args: { types: [...types] } }] : nothing;
  },
});
