import { keywordsOfRule } from '../../dialect/keywords.js';
import { nothing, present, rule } from '../rule.js';

export const annotation = rule({
  code: 'annotation',
  severity: 'warning',
  sources: ['R'],
  on: { keywords: keywordsOfRule('annotation') },
  notBesideRef: true,
  check(place) {
    // Known to be taken at the top.
    if (place.keyword === '$schema' && place.parent === undefined) return nothing;
    return present(place);
  },
});
