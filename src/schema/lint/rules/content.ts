import { present, rule } from '../rule.js';

export const content = rule({
  code: 'content',
  severity: 'warning',
  sources: ['N'],
  on: { keywords: ['contentEncoding', 'contentMediaType', 'contentSchema'] },
  notBesideRef: true,
  check: present,
});
