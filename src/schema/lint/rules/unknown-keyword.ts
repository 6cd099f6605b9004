import { isKnownKeyword } from '../../dialect/keywords.js';
import { nothing, present, rule } from '../rule.js';

export const unknownKeyword = rule({
  code: 'unknown_keyword',
  severity: 'warning',
  sources: ['R'],
  on: { keywords: 'any' },
  notBesideRef: true,
  check: (place) => (isKnownKeyword(place.keyword ?? '') ? nothing : present(place)),
});
