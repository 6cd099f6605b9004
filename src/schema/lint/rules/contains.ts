import { keywordsOfRule } from '../../dialect/keywords.js';
import { nothing, present, rule } from '../rule.js';

export const contains = rule({
  code: 'contains',
  severity: 'error',
  sources: ['D', 'C'],
  on: { keywords: keywordsOfRule('contains') },
  // The counts go with it.
  check: (place) =>
    place.keyword === 'contains' || !Object.hasOwn(place.schema, 'contains') ? present(place) : nothing,
});
