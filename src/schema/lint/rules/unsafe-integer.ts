import { pointerTokens } from '../../../json/pointer.js';
import { schemaKeywords } from '../../dialect/keywords.js';
import { findUnsafeIntegers } from '../../unsafe-integers.js';
import { nothing, type Place, rule } from '../rule.js';

/** Alike from here on; a generated `enum` may have thousands. */
const perKeyword = 20;

export const unsafeInteger = rule({
  code: 'unsafe_integer',
  severity: 'error',
  sources: ['R'],
  on: { keywords: 'any' },
  check(place) {
    const { document, keyword = '', value } = place;
    // Schemas are places of their own.
    if (typeof value === 'string' || schemaKeywords(document.dialect).has(keyword)) return nothing;
    return findUnsafeIntegers(value, perKeyword).map((pointer) => {
      const below = pointerTokens(pointer);
      return { below, args: { value: Number(valueAt(place, below)) } };
    });
  },
});

function valueAt({ value }: Place, path: readonly string[]): unknown {
  let at: unknown = value;
  for (const token of path) at = typeof at === 'object' && at !== null ? Reflect.get(at, token) : undefined;
  return at;
}
