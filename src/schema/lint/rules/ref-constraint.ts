import { isConstraint } from '../../dialect/keywords.js';
import { isBesideRef } from '../beside-ref.js';
import { nothing, present, rule } from '../rule.js';

export const refConstraint = rule({
  code: 'ref_constraint',
  severity: 'error',
  sources: ['J', 'E10'],
  on: { keywords: 'any' },
  check: (place) => (isBesideRef(place) && isConstraint(place.keyword ?? '') ? present(place) : nothing),
});
