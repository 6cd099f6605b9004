import type { Dialect, Draft } from '../dialect/draft.js';
import type { Shape } from '../meta-schema/shapes.js';

/** The shape of each keyword of a draft, as its meta-schema has it. Keywords that are not here are free. */
export type KeywordShapes = ReadonlyMap<string, Shape>;

const draft4Shapes = {
  id: 'string',
  $schema: 'string',
  $ref: 'string',
  title: 'string',
  description: 'string',
  default: 'anything',
  format: 'string',
  type: 'type',
  enum: 'filled-set',
  multipleOf: 'positive-number',
  maximum: 'number',
  exclusiveMaximum: 'boolean',
  minimum: 'number',
  exclusiveMinimum: 'boolean',
  maxLength: 'count',
  minLength: 'count',
  pattern: 'pattern',
  additionalItems: 'object-or-boolean-schema',
  items: 'schema-or-list',
  maxItems: 'count',
  minItems: 'count',
  uniqueItems: 'boolean',
  maxProperties: 'count',
  minProperties: 'count',
  required: 'filled-name-list',
  additionalProperties: 'object-or-boolean-schema',
  definitions: 'schema-map',
  properties: 'schema-map',
  patternProperties: 'pattern-map',
  dependencies: 'dependency-map',
  allOf: 'schema-list',
  anyOf: 'schema-list',
  oneOf: 'schema-list',
  not: 'schema',
} satisfies Record<string, Shape>;

const { id: _, ...sharedFrom4 } = draft4Shapes;

const draft6Shapes = {
  ...sharedFrom4,
  $id: 'string',
  examples: 'list',
  exclusiveMaximum: 'number',
  exclusiveMinimum: 'number',
  required: 'name-list',
  contains: 'schema',
  propertyNames: 'schema',
  const: 'anything',
} satisfies Record<string, Shape>;

const draft7Shapes = {
  ...draft6Shapes,
  enum: 'list',
  $comment: 'string',
  readOnly: 'boolean',
  writeOnly: 'boolean',
  contentMediaType: 'string',
  contentEncoding: 'string',
  if: 'schema',
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: 'schema',
  else: 'schema',
} satisfies Record<string, Shape>;

const draft2019Shapes = {
  ...draft7Shapes,
  $id: 'id',
  $anchor: 'anchor',
  $recursiveRef: 'string',
  $recursiveAnchor: 'boolean',
  $vocabulary: 'boolean-map',
  $defs: 'schema-map',
  deprecated: 'boolean',
  contentSchema: 'schema',
  dependentRequired: 'name-list-map',
  dependentSchemas: 'schema-map',
  maxContains: 'count',
  minContains: 'count',
  unevaluatedItems: 'schema',
  unevaluatedProperties: 'schema',
} satisfies Record<string, Shape>;

const { additionalItems: _additionalItems, ...sharedFrom2019 } = draft2019Shapes;

const draft2020Shapes = {
  ...sharedFrom2019,
  $dynamicRef: 'string',
  $dynamicAnchor: 'anchor',
  $recursiveRef: 'string',
  $recursiveAnchor: 'anything',
  items: 'schema',
  prefixItems: 'schema-list',
} satisfies Record<string, Shape>;

/** Without `$schema`: 2020-12 that also understands the tuples of the drafts before it. */
const lenientShapes = {
  ...draft2020Shapes,
  items: 'schema-or-list',
  additionalItems: 'schema',
} satisfies Record<string, Shape>;

/** Draft-04 as people write it: what only later drafts define is honoured in their sense. */
const draft4WithLaterKeywords = {
  const: 'anything',
  contains: 'schema',
  if: 'schema',
  // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
  then: 'schema',
  else: 'schema',
  ...draft4Shapes,
} satisfies Record<string, Shape>;

const shapesOf = (table: Record<string, Shape>): KeywordShapes => new Map(Object.entries(table));

const byDraft: Readonly<Record<Draft, KeywordShapes>> = {
  '4': shapesOf(draft4WithLaterKeywords),
  '6': shapesOf(draft6Shapes),
  '7': shapesOf(draft7Shapes),
  '2019-09': shapesOf(draft2019Shapes),
  '2020-12': shapesOf(draft2020Shapes),
};
const lenient = shapesOf(lenientShapes);

export function keywordShapes(dialect: Dialect): KeywordShapes {
  return dialect.declared === 'known' ? byDraft[dialect.draft] : lenient;
}
