import { presentAlone, rule } from '../rule.js';

export const allOf = rule({
  code: 'all_of',
  severity: 'error',
  sources: ['D', 'C', 'N', 'E'],
  on: { keywords: ['allOf'] },
  check: presentAlone,
});
