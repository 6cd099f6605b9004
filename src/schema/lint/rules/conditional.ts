import { keywordsOfRule } from '../../dialect/keywords.js';
import { nothing, present, rule } from '../rule.js';

export const conditional = rule({
  code: 'conditional',
  severity: 'error',
  sources: ['D', 'C', 'N'],
  on: { keywords: keywordsOfRule('conditional') },
  // One finding for the three of them.
  check: (place) => (place.keyword === 'if' || !Object.hasOwn(place.schema, 'if') ? present(place) : nothing),
});
