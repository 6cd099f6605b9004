import { presentAlone, rule } from '../rule.js';

export const maxLength = rule({
  code: 'max_length',
  severity: 'warning',
  disputed: true,
  sources: ['D', 'C', 'E17'],
  on: { keywords: ['maxLength'] },
  check: presentAlone,
});
