import type { JsonObject, JsonValue } from '../../../json/value.js';
import { isArray, own } from '../../dialect/draft.js';
import { isConstraint } from '../../dialect/keywords.js';
import { found, nothing, type Place, type Rule } from '../rule.js';

export const TYPE_RULES: readonly Rule[] = [
  {
    code: 'missing_type',
    severity: 'error',
    sources: ['L', 'J', 'R', 'E6', 'E7'],
    about: 'A schema without `type`, `$ref` or `anyOf`; `{}` too',
    fix: 'Add `type`. A value of any type can be requested as JSON text in a string (adapt mode).',
    on: { schema: true },
    shape: true,
    check({ schema, parent, heldBy }) {
      // The branches of `allOf` share the type of the schema around them.
      if (parent === undefined || heldBy === 'allOf') return nothing;
      // A map of anything is an open object.
      if (heldBy === 'additionalProperties' && Object.keys(schema).length === 0) return nothing;
      if (insteadOfType.some((keyword) => Object.hasOwn(schema, keyword))) return nothing;
      if (isArray(own(schema, 'enum')) && !Object.hasOwn(schema, 'const')) return nothing;
      const type = impliedType(schema);
      return found(
        Object.keys(schema).some(isConstraint)
          ? 'This schema has no "type", "$ref" or "anyOf".'
          : 'This schema allows anything, but every schema needs a "type".',
        type === undefined ? `Add "type"; ${anyTypeAsText}` : `Add "type": ${type}.`,
      );
    },
  },
  {
    code: 'boolean_schema',
    severity: 'error',
    sources: ['L', 'N', 'E3'],
    about: '`true` or `false` in place of a schema',
    fix: 'Describe the value, or remove the schema.',
    on: { boolean: true },
    shape: true,
    check(place) {
      if (place.parent === undefined || isBooleanExpected(place)) return nothing;
      return found(
        `This schema is ${place.value}, but every schema must be an object with a "type".`,
        place.value === true
          ? `Add a type; ${anyTypeAsText}`
          : 'Remove the schema: no value is valid against it.',
      );
    },
  },
  {
    code: 'enum_without_type',
    severity: 'warning',
    disputed: true,
    sources: ['D', 'L'],
    about: '`enum` without `type`',
    fix: 'Add `type`.',
    on: { schema: true },
    shape: true,
    check({ schema, parent, heldBy }) {
      if (parent === undefined || heldBy === 'allOf') return nothing;
      const values = own(schema, 'enum');
      const hasType = ['type', '$ref', 'anyOf', 'const'].some((keyword) => Object.hasOwn(schema, keyword));
      if (!isArray(values) || hasType) return nothing;
      return found('This "enum" has no "type" beside it.', `Add "type": ${typeOfValues(values)}.`);
    },
  },
  {
    code: 'enum_types',
    severity: 'warning',
    sources: ['S'],
    about: '`enum` with values of several types other than null',
    fix: 'Use `anyOf` with one `enum` per type.',
    on: { keywords: ['enum'] },
    check({ value }) {
      if (!isArray(value)) return nothing;
      const types = typesOfValues(value);
      types.delete('null');
      if (types.size < 2) return nothing;
      return found(`The values of this "enum" are of several types: ${[...types].join(', ')}.`);
    },
  },
  {
    code: 'enum_structure',
    severity: 'warning',
    sources: ['D', 'R'],
    about: 'An object or an array as a value of `enum` or `const`',
    fix: 'Describe it with `properties` or `items`.',
    on: { keywords: ['enum', 'const'] },
    check({ keyword, value }) {
      const values = keyword === 'const' ? [value] : isArray(value) ? value : [];
      const hasStructure = values.some((one) => typeof one === 'object' && one !== null);
      return hasStructure ? found(`A value of this "${keyword}" is an object or an array.`) : nothing;
    },
  },
  {
    code: 'nullable',
    severity: 'warning',
    sources: ['E19'],
    about: '`nullable`, which is an OpenAPI keyword',
    fix: 'Add `"null"` to `type`, and null to an `enum`; adapt mode does it.',
    on: { keywords: ['nullable'] },
    notBesideRef: true,
    // `nullable: false` changes nothing, but is a keyword without evidence all the same.
    check: () => found('"nullable" has no effect here: the answer will never be null.'),
  },
];

const anyTypeAsText = 'a value of any type can be requested as JSON text in a string (adapt mode).';

/** A schema with one of these has a type, or another rule rejects it. */
const insteadOfType = ['type', '$ref', 'anyOf', 'oneOf', 'allOf'];

function impliedType(schema: JsonObject): string | undefined {
  const value = own(schema, 'const');
  if (value !== undefined) return typeOfValues([value]);
  if (Object.hasOwn(schema, 'properties')) return '"object"';
  return Object.hasOwn(schema, 'items') ? '"array"' : undefined;
}

/** Keywords whose usual value is a boolean, or that another rule rejects whatever they hold. */
const withBooleans = new Set([
  'additionalProperties',
  'additionalItems',
  'unevaluatedProperties',
  'unevaluatedItems',
  'patternProperties',
  'prefixItems',
]);

function isBooleanExpected({ heldBy, parent }: Place): boolean {
  if (withBooleans.has(heldBy)) return true;
  // `items: false` closes a tuple, which is a finding already.
  return heldBy === 'items' && parent !== undefined && Object.hasOwn(parent.schema, 'prefixItems');
}

/** The JSON Schema types of values; a whole number is an integer, unless another value is a fraction. */
function typesOfValues(values: readonly JsonValue[]): Set<string> {
  const types = new Set(
    values.map((value) => {
      if (value === null) return 'null';
      if (isArray(value)) return 'array';
      return Number.isInteger(value) ? 'integer' : typeof value;
    }),
  );
  if (types.has('number')) types.delete('integer');
  return types;
}

/** What to write after `"type":` for a set of values, such as `["string", "null"]`. */
function typeOfValues(values: readonly JsonValue[]): string {
  const names = [...typesOfValues(values)].map((type) => JSON.stringify(type));
  return names.length === 1 ? names.join('') : `[${names.join(', ')}]`;
}
