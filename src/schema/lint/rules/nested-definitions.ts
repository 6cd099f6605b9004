import { nothing, presentAlone, rule } from '../rule.js';

export const nestedDefinitions = rule({
  code: 'nested_definitions',
  severity: 'warning',
  disputed: true,
  sources: ['N', 'J', 'E11'],
  on: { keywords: ['$defs', 'definitions'] },
  notBesideRef: true,
  check: (place) => (place.parent === undefined ? nothing : presentAlone(place)),
});
