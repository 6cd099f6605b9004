import type { KeywordDefinition } from 'ajv';
import { callRef, getValidate } from 'ajv/dist/vocabularies/core/ref.js';
import { canonicalJson } from '../../json/canonical.js';
import type { JsonValue } from '../../json/value.js';
import type { FormatCheck } from './formats/index.js';
import { isMultipleOf } from './multiple-of.js';

/** Keywords of ajv's that are replaced, because they differ from JSON Schema or refuse to compile. */
export const replaced = [
  'const',
  'enum',
  'uniqueItems',
  'multipleOf',
  'format',
  'id',
  'nullable',
  'unevaluatedItems',
  'unevaluatedProperties',
] as const;

/**
 * What the translation needs beyond ajv's own keywords.
 *
 * - `refersTo` calls a definition by its name. Unlike `$ref` it does not compile it on the spot, so a long
 *   chain of definitions does not overflow the stack.
 * - `const`, `enum`, `uniqueItems`: ajv's equality trusts members called `valueOf` or `constructor`.
 * - `multipleOf`: ajv calculates in doubles.
 * - `format`: ajv looks formats up among inherited names too.
 */
export function keywords(formats: ReadonlyMap<string, FormatCheck>): KeywordDefinition[] {
  return [
    {
      keyword: 'refersTo',
      schemaType: 'string',
      code(cxt) {
        const env = cxt.it.self.schemas[cxt.schema];
        if (env === undefined) throw new Error(`No definition ${cxt.schema}`);
        callRef(cxt, getValidate(cxt, env), env);
      },
    },
    { keyword: 'never', schemaType: 'boolean', validate: () => false, errors: false },
    {
      keyword: 'const',
      compile: (expected: JsonValue) => equals(expected),
    },
    {
      keyword: 'enum',
      schemaType: 'array',
      compile(allowed: readonly JsonValue[]) {
        const texts = new Set(allowed.map(canonicalJson));
        return (value: JsonValue) => texts.has(canonicalJson(value));
      },
    },
    {
      keyword: 'uniqueItems',
      type: 'array',
      schemaType: 'boolean',
      compile: (wanted: boolean) => (items: readonly JsonValue[]) =>
        !wanted || new Set(items.map(canonicalJson)).size === items.length,
    },
    {
      keyword: 'multipleOf',
      type: 'number',
      schemaType: 'number',
      compile: (divisor: number) => (value: number) => isMultipleOf(value, divisor),
    },
    {
      keyword: 'format',
      type: ['string', 'number'],
      schemaType: 'string',
      compile(name: string) {
        const check = formats.get(name);
        return (value: string | number) => check === undefined || check(value);
      },
    },
  ];
}

function equals(expected: JsonValue): (value: JsonValue) => boolean {
  if (typeof expected !== 'object' || expected === null) return (value) => value === expected;
  const text = canonicalJson(expected);
  return (value) => typeof value === 'object' && value !== null && canonicalJson(value) === text;
}
