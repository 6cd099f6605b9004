import { presentAlone, rule } from '../rule.js';

export const uniqueItems = rule({
  code: 'unique_items',
  severity: 'error',
  sources: ['D', 'C', 'E'],
  on: { keywords: ['uniqueItems'] },
  check: presentAlone,
});
