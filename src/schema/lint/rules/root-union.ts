import { nothing, present, rule } from '../rule.js';

export const rootUnion = rule({
  code: 'root_union',
  severity: 'error',
  sources: ['D', 'N', 'J', 'E13'],
  on: { keywords: ['anyOf', 'oneOf'] },
  check: (place) => (place.parent === undefined ? present(place) : nothing),
});
