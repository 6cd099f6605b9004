import { presentAlone, rule } from '../rule.js';

export const title = rule({
  code: 'title',
  severity: 'warning',
  disputed: true,
  sources: ['L', 'J'],
  on: { keywords: ['title'] },
  notBesideRef: true,
  check: presentAlone,
});
