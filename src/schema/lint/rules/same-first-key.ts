import { canonicalJson } from '../../../json/canonical.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.js';
import { isArray, own } from '../../dialect/draft.js';
import { resolveRef } from '../../dialect/references.js';
import { nothing, type Place, rule } from '../rule.js';

/**
 * Reports from 2024 and 2025, not in the guide since. A first property whose value tells the objects apart
 * (`kind`, with another `const` in each) is what the message of that time asked for, so it is no finding.
 */
export const sameFirstKey = rule({
  code: 'same_first_key',
  severity: 'warning',
  disputed: true,
  sources: ['E14'],
  on: { keywords: ['anyOf'] },
  shape: true,
  check(place) {
    const seen = new Map<string, Values>();
    for (const branch of isArray(place.value) ? place.value : []) {
      const first = firstProperty(place, branch);
      if (first === undefined) continue;
      const [key, schema] = first;
      const known = seen.get(key) ?? { any: false, texts: new Set(), used: false };
      seen.set(key, known);
      if (overlaps(known, valuesOf(schema))) return [{ args: { key } }];
    }
    return nothing;
  },
});

/** The values that the branches so far allow for a key. */
interface Values {
  any: boolean;
  used: boolean;
  readonly texts: Set<string>;
}

/** Adds the values of one more branch; true where they do not tell it from those before it. */
function overlaps(known: Values, values: readonly JsonValue[] | undefined): boolean {
  if (known.used && (values === undefined || known.any)) return true;
  known.used = true;
  if (values === undefined) known.any = true;
  const before = known.texts.size;
  const own = new Set((values ?? []).map(canonicalJson));
  for (const text of own) known.texts.add(text);
  return known.texts.size < before + own.size;
}

function firstProperty({ document, site }: Place, branch: JsonValue): [string, JsonValue] | undefined {
  const schema = isJsonObject(branch) ? resolved(branch) : undefined;
  const properties = schema === undefined ? undefined : own(schema, 'properties');
  return isJsonObject(properties) ? Object.entries(properties)[0] : undefined;

  function resolved(from: JsonObject): JsonObject | undefined {
    const ref = own(from, '$ref');
    if (typeof ref !== 'string') return from;
    const target = resolveRef(document, site, ref);
    return target.kind === 'found' && isJsonObject(target.site.schema) ? target.site.schema : undefined;
  }
}

function valuesOf(schema: JsonValue): readonly JsonValue[] | undefined {
  if (!isJsonObject(schema)) return undefined;
  const value = own(schema, 'const');
  if (value !== undefined) return isScalar(value) ? [value] : undefined;
  const values = own(schema, 'enum');
  return isArray(values) && values.every(isScalar) ? values : undefined;
}

/** Deep values would be compared by recursion, and are no tags. */
function isScalar(value: JsonValue): boolean {
  return typeof value !== 'object' || value === null;
}
