import { presentAlone, rule } from '../rule.js';

export const patternProperties = rule({
  code: 'pattern_properties',
  severity: 'error',
  sources: ['D', 'N', 'E4'],
  on: { keywords: ['patternProperties'] },
  check: presentAlone,
});
