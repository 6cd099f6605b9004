import type { KeywordDefinition } from 'ajv';
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
 * Assertions that take the place of ajv's own.
 *
 * - `const`, `enum`, `uniqueItems`: ajv's equality trusts members called `valueOf` or `constructor`.
 * - `multipleOf`: ajv calculates in doubles.
 * - `emptyNameRequired`: ajv takes the missing name "" for none missing.
 * - `format`: ajv looks formats up among inherited names too.
 */
export function assertionKeywords(
  formats: ReadonlyMap<string, FormatCheck>,
  integerOf: (number: number) => bigint | undefined,
): KeywordDefinition[] {
  return [
    {
      keyword: 'emptyNameRequired',
      type: 'object',
      schemaType: 'boolean',
      validate: (_: boolean, value: object) => Object.hasOwn(value, ''),
      errors: false,
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
        !wanted || items.length < 2 || new Set(items.map(canonicalJson)).size === items.length,
    },
    {
      keyword: 'multipleOf',
      type: 'number',
      schemaType: 'number',
      compile: (divisor: number) => (value: number) =>
        isMultipleOf(integerOf(value) ?? value, integerOf(divisor) ?? divisor),
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
