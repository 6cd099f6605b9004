import { nothing, rule } from '../rule.js';

export const booleanRoot = rule({
  code: 'boolean_root',
  severity: 'error',
  sources: ['L', 'N', 'E3'],
  on: { boolean: true },
  check: ({ parent, value }) => (parent === undefined ? [{ args: { value: value === true } }] : nothing),
});
