import { presentAlone, rule } from '../rule.js';

export const defaultValue = rule({
  code: 'default',
  severity: 'warning',
  disputed: true,
  sources: ['L', 'N', 'E18'],
  on: { keywords: ['default'] },
  notBesideRef: true,
  check: presentAlone,
});
