import { nothing, presentAlone, rule } from '../rule.js';

export const definitions = rule({
  code: 'definitions',
  severity: 'warning',
  disputed: true,
  sources: ['L', 'N', 'E11'],
  on: { keywords: ['definitions'] },
  check: (place) => (place.parent === undefined ? presentAlone(place) : nothing),
});
