import { presentAlone, rule } from '../rule.js';

export const nullable = rule({
  code: 'nullable',
  severity: 'warning',
  sources: ['E19'],
  on: { keywords: ['nullable'] },
  notBesideRef: true,
  // `nullable: false` says what is so anyway, but is still a keyword that nobody knows.
  check: presentAlone,
});
