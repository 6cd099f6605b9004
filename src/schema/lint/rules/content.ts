import { keywordsOfRule } from '../../dialect/keywords.js';
import { present, rule } from '../rule.js';

export const content = rule({
  code: 'content',
  severity: 'warning',
  sources: ['N'],
  on: { keywords: keywordsOfRule('content') },
  notBesideRef: true,
  check: present,
});
