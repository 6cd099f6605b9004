import { presentAlone, rule } from '../rule.js';

export const uniqueItems = rule({
  code: 'unique_items',
  severity: 'error',
  sources: ['D', 'C', 'E16'],
  on: { keywords: ['uniqueItems'] },
  check: presentAlone,
});
