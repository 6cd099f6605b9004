import { isJsonObject } from '../../../json/value.js';

import { nothing, presentAlone, rule } from '../rule.js';
import { allowsAnything } from './additional-properties-true.js';

export const map = rule({
  code: 'map',
  severity: 'error',
  sources: ['D', 'L', 'N', 'E4'],
  on: { keywords: ['additionalProperties'] },
  check: (place) =>
    isJsonObject(place.value) && !allowsAnything(place.value) ? presentAlone(place) : nothing,
});
