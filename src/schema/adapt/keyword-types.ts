/** What a keyword can be about; "number" is said of integers too. */
export type KeywordType = 'string' | 'number' | 'array' | 'object';

/** The type of the values of which a keyword says something; undefined: of any, or it is not known here. */
export function typeAbout(keyword: string): KeywordType | undefined {
  return Object.hasOwn(ABOUT, keyword) ? ABOUT[keyword] : undefined;
}

const ABOUT: Readonly<Record<string, KeywordType>> = {
  properties: 'object',
  patternProperties: 'object',
  additionalProperties: 'object',
  unevaluatedProperties: 'object',
  propertyNames: 'object',
  required: 'object',
  minProperties: 'object',
  maxProperties: 'object',
  dependencies: 'object',
  dependentRequired: 'object',
  dependentSchemas: 'object',
  items: 'array',
  prefixItems: 'array',
  additionalItems: 'array',
  unevaluatedItems: 'array',
  contains: 'array',
  minContains: 'array',
  maxContains: 'array',
  minItems: 'array',
  maxItems: 'array',
  uniqueItems: 'array',
  minLength: 'string',
  maxLength: 'string',
  pattern: 'string',
  format: 'string',
  minimum: 'number',
  maximum: 'number',
  exclusiveMinimum: 'number',
  exclusiveMaximum: 'number',
  multipleOf: 'number',
};
