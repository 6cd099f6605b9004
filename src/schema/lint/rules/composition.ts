import { canonicalJson } from '../../../json/canonical.js';
import { entriesOf } from '../../../json/exact.js';
import { quoteKey } from '../../../json/explain.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.js';
import { isArray, own } from '../../dialect/draft.js';
import { keywordsOfRule } from '../../dialect/keywords.js';
import { resolveRef } from '../../dialect/references.js';
import { CHECK_AFTERWARDS, type Found, found, nothing, type Place, type Rule } from '../rule.js';

export const COMPOSITION_RULES: readonly Rule[] = [
  {
    code: 'all_of',
    severity: 'error',
    sources: ['D', 'C', 'N', 'E5'],
    about: '`allOf`',
    fix: 'Merge its schemas into this one, or let adapt mode do it.',
    on: { keywords: keywordsOfRule('all_of') },
    check: () => found('"allOf" is not supported.'),
  },
  {
    code: 'one_of',
    severity: 'error',
    disputed: true,
    sources: ['C', 'E12'],
    about: '`oneOf`',
    fix: 'Use `anyOf`.',
    on: { keywords: ['oneOf'] },
    // At the root, `root_union` rejects every union.
    check: ({ parent }) =>
      parent === undefined ? nothing : found('"oneOf" is not supported.', 'Use "anyOf".'),
  },
  {
    code: 'not',
    severity: 'error',
    sources: ['D', 'C', 'N'],
    about: '`not`',
    fix: CHECK_AFTERWARDS,
    on: { keywords: keywordsOfRule('not') },
    check: () => found('"not" is not supported.'),
  },
  {
    code: 'conditional',
    severity: 'error',
    sources: ['D', 'C', 'N'],
    about: '`if`, `then`, `else`',
    fix: 'Use `anyOf` with one schema per case, or let adapt mode check it on the answer.',
    on: { keywords: keywordsOfRule('conditional') },
    // One finding for all three.
    check: ({ keyword, schema }) =>
      keyword === 'if' || !Object.hasOwn(schema, 'if') ? conditionFound(keyword) : nothing,
  },
  {
    code: 'dependents',
    severity: 'error',
    sources: ['D', 'C', 'N'],
    about: '`dependentRequired`, `dependentSchemas`, `dependencies`',
    fix: CHECK_AFTERWARDS,
    on: { keywords: keywordsOfRule('dependents') },
    check: ({ keyword }) => conditionFound(keyword),
  },
  {
    /*
     * Reports from 2024 and 2025 that the guide does not mention since. If the first property has a different
     * `const` in each object (such as `kind`), that is what the provider's message of that time asked for.
     */
    code: 'same_first_key',
    severity: 'warning',
    disputed: true,
    sources: ['E14'],
    about: '`anyOf` whose objects begin with the same property, whose values do not tell them apart',
    fix: 'Begin each with a property whose `const` names the branch.',
    on: { keywords: ['anyOf'] },
    shape: true,
    check(place) {
      const seen = new Map<string, KeyValues>();
      for (const branch of isArray(place.value) ? place.value : []) {
        const [key, schema] = firstProperty(place, branch) ?? [];
        if (key === undefined || schema === undefined) continue;
        const values = valuesOf(schema);
        const known = seen.get(key);
        if (known === undefined) {
          seen.set(key, { any: values === undefined, texts: new Set(values) });
        } else if (!addDistinct(known, values)) {
          return found(
            `Objects of this "anyOf" begin with the same property, ${quoteKey(key)}, whose values do not tell them apart.`,
          );
        }
      }
      return nothing;
    },
  },
];

function conditionFound(keyword: string | undefined): readonly Found[] {
  return found(`"${keyword}" is not supported: a schema cannot have conditions.`);
}

/** The values that the branches so far allow for a key, as canonical JSON. */
interface KeyValues {
  readonly any: boolean;
  readonly texts: Set<string>;
}

/** Adds the values of one more branch; false if they do not tell it apart from the branches before it. */
function addDistinct({ any, texts }: KeyValues, values: ReadonlySet<string> | undefined): boolean {
  if (any || values === undefined) return false;
  const before = texts.size;
  for (const text of values) texts.add(text);
  return texts.size === before + values.size;
}

function firstProperty(
  { document, site }: Place,
  branch: JsonValue,
): readonly [string, JsonValue] | undefined {
  const schema = isJsonObject(branch) ? resolved(branch) : undefined;
  const properties = schema === undefined ? undefined : own(schema, 'properties');
  return isJsonObject(properties) ? entriesOf(properties)[0] : undefined;

  function resolved(from: JsonObject): JsonObject | undefined {
    const ref = own(from, '$ref');
    if (typeof ref !== 'string') return from;
    const target = resolveRef(document, site, ref);
    return target.kind === 'found' && isJsonObject(target.site.schema) ? target.site.schema : undefined;
  }
}

/** The values that a schema lists, as canonical JSON; undefined if it lists none, or values that are no tags. */
function valuesOf(schema: JsonValue): ReadonlySet<string> | undefined {
  if (!isJsonObject(schema)) return undefined;
  const value = own(schema, 'const');
  const values = value === undefined ? own(schema, 'enum') : [value];
  // Objects and arrays are compared by recursion, which a deep one must not reach.
  if (!isArray(values) || values.some((one) => typeof one === 'object' && one !== null)) return undefined;
  return new Set(values.map(canonicalJson));
}
