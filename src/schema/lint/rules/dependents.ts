import { present, rule } from '../rule.js';

export const dependents = rule({
  code: 'dependents',
  severity: 'error',
  sources: ['D', 'C', 'N'],
  on: { keywords: ['dependentRequired', 'dependentSchemas', 'dependencies'] },
  check: present,
});
