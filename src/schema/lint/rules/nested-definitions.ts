import { DEFINITION_KEYWORDS } from '../../dialect/keywords.js';
import { nothing, presentAlone, rule } from '../rule.js';

export const nestedDefinitions = rule({
  code: 'nested_definitions',
  severity: 'warning',
  disputed: true,
  sources: ['N', 'J', 'E11'],
  on: { keywords: [...DEFINITION_KEYWORDS] },
  notBesideRef: true,
  check: (place) => (place.parent === undefined ? nothing : presentAlone(place)),
});
