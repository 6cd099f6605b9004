import { nothing, presentAlone, rule } from '../rule.js';

export const oneOf = rule({
  code: 'one_of',
  severity: 'error',
  disputed: true,
  sources: ['C', 'E12'],
  on: { keywords: ['oneOf'] },
  // At the root a union is refused whatever it is called.
  check: (place) => (place.parent === undefined ? nothing : presentAlone(place)),
});
