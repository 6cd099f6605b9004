import { keysOf } from '../../../json/exact.js';
import { quoteKey } from '../../../json/explain.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.js';
import { formatList } from '../../../text/format-list.js';
import { isArray, own } from '../../dialect/draft.js';
import { keywordsOfRule } from '../../dialect/keywords.js';
import { describesObjects } from '../../dialect/schema-size.js';
import { CHECK_AFTERWARDS, found, nothing, type Rule } from '../rule.js';

export const OBJECT_RULES: readonly Rule[] = [
  {
    code: 'additional_properties_missing',
    severity: 'error',
    sources: ['D', 'L', 'N', 'R', 'E2', 'E22'],
    about: 'An object without `additionalProperties`',
    fix: 'Add `"additionalProperties": false`.',
    on: { schema: true },
    shape: true,
    check: ({ schema }) =>
      describesObjects(schema) && !Object.hasOwn(schema, 'additionalProperties')
        ? found('This object must have "additionalProperties": false.')
        : nothing,
  },
  {
    code: 'additional_properties_true',
    severity: 'error',
    sources: ['D', 'L', 'N', 'R', 'E24'],
    about: '`additionalProperties: true`, or a schema that allows anything',
    fix: 'Set it to false, or let adapt mode encode it.',
    on: { keywords: ['additionalProperties'] },
    check: ({ value }) =>
      allowsAnything(value)
        ? found('This object allows any other properties, but every object must be closed.')
        : nothing,
  },
  {
    code: 'map',
    severity: 'error',
    sources: ['D', 'L', 'N', 'E4'],
    about: 'A map: a schema under `additionalProperties`',
    fix: 'Use an array of objects with a key and a value, or let adapt mode encode it.',
    on: { keywords: ['additionalProperties'] },
    check: ({ value }) =>
      isJsonObject(value) && !allowsAnything(value)
        ? found('This is a map from any key to a value, but every object must name its properties.')
        : nothing,
  },
  {
    code: 'pattern_properties',
    severity: 'error',
    sources: ['D', 'N', 'E4'],
    about: '`patternProperties`',
    fix: 'Name the properties, use an array of keys and values, or let adapt mode encode it.',
    on: { keywords: keywordsOfRule('pattern_properties') },
    check: () => found('"patternProperties" is not supported: every object must name its properties.'),
  },
  {
    code: 'required_missing',
    severity: 'error',
    sources: ['D', 'L', 'N', 'R', 'E1', 'E23'],
    about: '`required` that does not list every property',
    fix: 'List every property and let an optional one be null, or use adapt mode.',
    // At the keyword if there is one, else at the schema.
    on: { schema: true, keywords: ['required'] },
    shape: true,
    check({ schema, keyword }) {
      const required = own(schema, 'required');
      if (!describesObjects(schema) || (keyword === undefined) !== (required === undefined)) return nothing;
      const listed = new Set(isArray(required) ? required : []);
      const missing = propertyNames(schema).filter((name) => !listed.has(name));
      if (missing.length === 0) return nothing;
      return found(
        `"required" does not list ${shortList(missing)}.`,
        `Add ${missing.length === 1 ? 'it' : 'them'} to "required"; an optional property can be null instead.`,
      );
    },
  },
  {
    code: 'required_unknown',
    severity: 'error',
    sources: ['D', 'N'],
    about: '`required` that lists a name that is not a property',
    fix: 'Remove it from `required`, or describe it under `properties`.',
    on: { keywords: ['required'] },
    shape: true,
    check({ schema, value }) {
      if (!describesObjects(schema) || !isArray(value)) return nothing;
      const known = new Set(propertyNames(schema));
      const unknown = value.filter((name) => typeof name === 'string').filter((name) => !known.has(name));
      if (unknown.length === 0) return nothing;
      return found(`"required" lists ${shortList(unknown)}, but "properties" does not.`);
    },
  },
  {
    code: 'property_names',
    severity: 'error',
    sources: ['N', 'E15'],
    about: '`propertyNames`',
    fix: CHECK_AFTERWARDS,
    on: { keywords: keywordsOfRule('property_names') },
    check: () => found('"propertyNames" is not supported.'),
  },
  {
    code: 'property_count',
    severity: 'error',
    sources: ['N'],
    about: '`minProperties`, `maxProperties`',
    fix: CHECK_AFTERWARDS,
    on: { keywords: keywordsOfRule('property_count') },
    check: ({ keyword }) => found(`"${keyword}" is not supported.`),
  },
  {
    code: 'unevaluated',
    severity: 'error',
    sources: ['D', 'C', 'N'],
    about: '`unevaluatedProperties`, `unevaluatedItems`',
    fix: 'Close the object with `additionalProperties: false` instead.',
    on: { keywords: keywordsOfRule('unevaluated') },
    check: ({ keyword }) =>
      found(
        `"${keyword}" is not supported.`,
        keyword === 'unevaluatedItems'
          ? 'Describe the elements with "items" instead.'
          : 'Close the object with "additionalProperties": false instead.',
      ),
  },
];

function allowsAnything(schema: JsonValue): boolean {
  return schema === true || (isJsonObject(schema) && Object.keys(schema).length === 0);
}

/** The names under `properties`, in the author's order. */
function propertyNames(schema: JsonObject): readonly string[] {
  const properties = own(schema, 'properties');
  return isJsonObject(properties) ? keysOf(properties) : [];
}

function shortList(names: readonly string[]): string {
  return formatList(
    names.slice(0, 5).map((name) => quoteKey(name)),
    5,
    names.length,
  );
}
