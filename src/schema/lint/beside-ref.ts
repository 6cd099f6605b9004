import { own } from '../dialect/draft.js';
import type { Place } from './rule.js';

/** Whether a keyword stands beside a `$ref`. */
export function isBesideRef({ schema, keyword }: Pick<Place, 'schema' | 'keyword'>): boolean {
  return keyword !== '$ref' && typeof own(schema, '$ref') === 'string';
}
