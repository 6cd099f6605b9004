import { keywordsOfRule } from '../../dialect/keywords.js';
import { present, rule } from '../rule.js';

export const propertyCount = rule({
  code: 'property_count',
  severity: 'error',
  sources: ['N'],
  on: { keywords: keywordsOfRule('property_count') },
  check: present,
});
