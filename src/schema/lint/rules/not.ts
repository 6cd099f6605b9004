import { presentAlone, rule } from '../rule.js';

export const not = rule({
  code: 'not',
  severity: 'error',
  sources: ['D', 'C', 'N'],
  on: { keywords: ['not'] },
  check: presentAlone,
});
