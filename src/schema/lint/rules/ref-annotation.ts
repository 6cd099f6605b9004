import { isConstraint } from '../../dialect/keywords.js';
import { isBesideRef } from '../beside-ref.js';
import { nothing, present, rule } from '../rule.js';

export const refAnnotation = rule({
  code: 'ref_annotation',
  severity: 'warning',
  disputed: true,
  sources: ['N', 'J', 'E10'],
  on: { keywords: 'any' },
  check(place) {
    // A root that is a reference has its own finding, and its definitions must stay somewhere.
    if (place.parent === undefined || !isBesideRef(place)) return nothing;
    return isConstraint(place.keyword ?? '') ? nothing : present(place);
  },
});
