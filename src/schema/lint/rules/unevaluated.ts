import { present, rule } from '../rule.js';

export const unevaluated = rule({
  code: 'unevaluated',
  severity: 'error',
  sources: ['D', 'C', 'N'],
  on: { keywords: ['unevaluatedProperties', 'unevaluatedItems'] },
  check: present,
});
