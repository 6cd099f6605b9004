import { ANNOTATION_KEYWORDS } from '../dialect/keywords.js';

/** Keywords that are neither annotations nor references: they say what is valid. */
const CONSTRAINTS: ReadonlySet<string> = new Set([
  'type',
  'enum',
  'const',
  'properties',
  'required',
  'additionalProperties',
  'patternProperties',
  'propertyNames',
  'minProperties',
  'maxProperties',
  'unevaluatedProperties',
  'dependencies',
  'dependentRequired',
  'dependentSchemas',
  'items',
  'prefixItems',
  'additionalItems',
  'unevaluatedItems',
  'contains',
  'minContains',
  'maxContains',
  'minItems',
  'maxItems',
  'uniqueItems',
  'allOf',
  'anyOf',
  'oneOf',
  'not',
  'if',
  'then',
  'else',
  'pattern',
  'format',
  'minLength',
  'maxLength',
  'minimum',
  'maximum',
  'exclusiveMinimum',
  'exclusiveMaximum',
  'multipleOf',
  '$ref',
  '$dynamicRef',
  '$recursiveRef',
]);

export function isConstraint(keyword: string | undefined): boolean {
  return keyword !== undefined && CONSTRAINTS.has(keyword);
}

/** Whether any draft, or OpenAPI, gives this keyword a meaning. */
export function isKnownKeyword(keyword: string | undefined): boolean {
  if (keyword === undefined) return false;
  return CONSTRAINTS.has(keyword) || ANNOTATION_KEYWORDS.has(keyword) || keyword === 'nullable';
}

/** Keywords whose schemas test a value instead of saying what an answer looks like. */
export const CONDITIONS: ReadonlySet<string> = new Set([
  'not',
  'if',
  'then',
  'else',
  'contains',
  'propertyNames',
  'dependencies',
  'dependentSchemas',
  'unevaluatedItems',
  'unevaluatedProperties',
  'contentSchema',
]);
