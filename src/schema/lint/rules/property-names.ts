import { presentAlone, rule } from '../rule.js';

export const propertyNames = rule({
  code: 'property_names',
  severity: 'error',
  sources: ['N', 'E'],
  on: { keywords: ['propertyNames'] },
  check: presentAlone,
});
