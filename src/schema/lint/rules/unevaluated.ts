import { keywordsOfRule } from '../../dialect/keywords.js';
import { present, rule } from '../rule.js';

export const unevaluated = rule({
  code: 'unevaluated',
  severity: 'error',
  sources: ['D', 'C', 'N'],
  on: { keywords: keywordsOfRule('unevaluated') },
  check: present,
});
