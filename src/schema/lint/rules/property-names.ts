import { presentAlone, rule } from '../rule.js';

export const propertyNames = rule({
  code: 'property_names',
  severity: 'error',
  sources: ['N', 'E15'],
  on: { keywords: ['propertyNames'] },
  check: presentAlone,
});
