import { STRICT_FORMATS } from '../../dialect/strict-limits.js';
import { nothing, rule } from '../rule.js';

export const format = rule({
  code: 'format',
  severity: 'error',
  sources: ['D', 'E8'],
  on: { keywords: ['format'] },
  check: ({ value }) =>
    typeof value !== 'string' || STRICT_FORMATS.has(value) ? nothing : [{ args: { format: value } }],
});
