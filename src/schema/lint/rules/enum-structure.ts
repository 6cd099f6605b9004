import type { JsonValue } from '../../../json/value.js';
import { isArray } from '../../dialect/draft.js';
import { nothing, present, rule } from '../rule.js';

export const enumStructure = rule({
  code: 'enum_structure',
  severity: 'warning',
  sources: ['D', 'R'],
  on: { keywords: ['enum', 'const'] },
  check(place) {
    const { keyword, value } = place;
    const values = keyword === 'const' ? [value] : isArray(value) ? value : [];
    return values.some(isStructure) ? present(place) : nothing;
  },
});

function isStructure(value: JsonValue): boolean {
  return typeof value === 'object' && value !== null;
}
