import { own } from '../../dialect/draft.js';
import { nothing, rule } from '../rule.js';

/** One of these in place of a type is the finding then. */
const instead = ['$ref', 'anyOf', 'oneOf'];

export const rootType = rule({
  code: 'root_type',
  severity: 'error',
  sources: ['D', 'N', 'R', 'E13'],
  // At the keyword where there is one, else at the schema.
  on: { schema: true, keywords: ['type'] },
  check({ schema, parent, keyword }) {
    const type = own(schema, 'type');
    if (parent !== undefined || type === 'object') return nothing;
    if (keyword !== undefined) return [{ args: { found: JSON.stringify(type) } }];
    if (type !== undefined || instead.some((name) => Object.hasOwn(schema, name))) return nothing;
    return [{ args: { found: null } }];
  },
});
