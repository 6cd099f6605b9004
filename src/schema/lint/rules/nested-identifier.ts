import { keywordsOfRule } from '../../dialect/keywords.js';
import { nothing, present, rule } from '../rule.js';

export const nestedIdentifier = rule({
  code: 'nested_identifier',
  severity: 'warning',
  sources: ['N'],
  on: { keywords: keywordsOfRule('nested_identifier') },
  notBesideRef: true,
  check(place) {
    const names = place.keyword === '$id' || place.keyword === 'id';
    return names && place.parent === undefined ? nothing : present(place);
  },
});
