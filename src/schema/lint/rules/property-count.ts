import { present, rule } from '../rule.js';

export const propertyCount = rule({
  code: 'property_count',
  severity: 'error',
  sources: ['N'],
  on: { keywords: ['minProperties', 'maxProperties'] },
  check: present,
});
