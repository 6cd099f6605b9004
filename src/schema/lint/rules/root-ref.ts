import { nothing, presentAlone, rule } from '../rule.js';

export const rootRef = rule({
  code: 'root_ref',
  severity: 'error',
  sources: ['D', 'N'],
  on: { keywords: ['$ref'] },
  check: (place) => (place.parent === undefined ? presentAlone(place) : nothing),
});
