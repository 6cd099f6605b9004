import { nothing, rule } from '../rule.js';

export const booleanRoot = rule({
  code: 'boolean_root',
  severity: 'error',
  sources: ['L', 'N', 'E'],
  on: { boolean: true },
  check: ({ parent, value }) => (parent === undefined ? [{ args: { value: value === true } }] : nothing),
});
