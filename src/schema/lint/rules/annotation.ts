import { nothing, present, rule } from '../rule.js';

/** Notes that have no rule of their own. */
const notes = [
  '$schema',
  '$comment',
  '$vocabulary',
  'examples',
  'example',
  'deprecated',
  'readOnly',
  'writeOnly',
];

export const annotation = rule({
  code: 'annotation',
  severity: 'warning',
  sources: ['R'],
  on: { keywords: notes },
  notBesideRef: true,
  check(place) {
    // Known to be taken at the top.
    if (place.keyword === '$schema' && place.parent === undefined) return nothing;
    return present(place);
  },
});
