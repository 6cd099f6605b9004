import { describesObjects } from '../../dialect/schema-size.js';
import { nothing, rule } from '../rule.js';

export const additionalPropertiesMissing = rule({
  code: 'additional_properties_missing',
  severity: 'error',
  sources: ['D', 'L', 'N', 'R', 'E2', 'E22'],
  on: { schema: true },
  shape: true,
  check: ({ schema }) =>
    describesObjects(schema) && !Object.hasOwn(schema, 'additionalProperties') ? [{ args: {} }] : nothing,
});
