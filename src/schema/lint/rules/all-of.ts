import { presentAlone, rule } from '../rule.js';

export const allOf = rule({
  code: 'all_of',
  severity: 'error',
  sources: ['D', 'C', 'N', 'E5'],
  on: { keywords: ['allOf'] },
  check: presentAlone,
});
