import { keywordsOfRule } from '../../dialect/keywords.js';
import { present, rule } from '../rule.js';

export const dependents = rule({
  code: 'dependents',
  severity: 'error',
  sources: ['D', 'C', 'N'],
  on: { keywords: keywordsOfRule('dependents') },
  check: present,
});
