import { isJsonObject, type JsonValue } from '../../../json/value.js';

import { nothing, presentAlone, rule } from '../rule.js';

export const additionalPropertiesTrue = rule({
  code: 'additional_properties_true',
  severity: 'error',
  sources: ['D', 'L', 'N', 'R', 'E24'],
  on: { keywords: ['additionalProperties'] },
  check: (place) => (allowsAnything(place.value) ? presentAlone(place) : nothing),
});

export function allowsAnything(schema: JsonValue): boolean {
  return schema === true || (isJsonObject(schema) && Object.keys(schema).length === 0);
}
