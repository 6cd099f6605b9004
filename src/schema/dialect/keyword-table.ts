import type { Shape } from '../meta-schema/shapes.js';
import type { Draft } from './draft.js';

/** How a keyword holds schemas. `dependencies` maps names to schemas or to lists of names. */
export type Holds = 'schema' | 'list' | 'map' | 'schema-or-list';

type Kind = 'identifier' | 'reference' | 'definitions' | 'applicator' | 'assertion' | 'annotation';

/** The shape from a draft on, until the next draft that is named. `lenient`: if the schema names no draft. */
type Shapes = Shape | { readonly [Since in Draft | 'lenient']?: Shape };

export interface Keyword {
  readonly kind: Kind;
  /** The first draft that defines it; draft-04 if absent. */
  readonly since?: Draft;
  /** The last draft that defines it. */
  readonly until?: Draft;
  /** Drafts before `since` honor it too: an author who writes it means it. */
  readonly early?: true;
  /** A schema that names no draft may use it after `until`. */
  readonly lenient?: true;
  readonly holds?: Holds;
  /** Its schemas apply to the same value as the schema around them. */
  readonly inPlace?: true;
  /** Its schemas test a value instead of describing the answer. */
  readonly tests?: true;
  /** The shape of its value by the meta-schema; anything if absent. */
  readonly shape?: Shapes;
  /** The lint rule that rejects it whatever its value is; absent if strict mode supports some of its values. */
  readonly strict?: string;
}

const IDENTIFIER = { kind: 'identifier', strict: 'nested_identifier' } as const;
const TEST = { kind: 'applicator', holds: 'schema', tests: true } as const;
const DEPENDENTS = {
  kind: 'applicator',
  holds: 'map',
  inPlace: true,
  tests: true,
  strict: 'dependents',
} as const;
// Draft-06 ignores conditions, but the author of a draft-04 schema with one means it.
const CONDITIONAL: Keyword = {
  ...TEST,
  since: '7',
  early: true,
  inPlace: true,
  shape: { 4: 'schema', 6: 'anything', 7: 'schema' },
  strict: 'conditional',
};

/**
 * Every keyword that a draft or OpenAPI defines. A keyword without `holds` holds data, even if the data looks
 * like a schema.
 */
export const KEYWORDS: Readonly<Record<string, Keyword>> = {
  $schema: { kind: 'annotation', shape: 'string', strict: 'annotation' },
  $id: { ...IDENTIFIER, since: '6', shape: { 6: 'string', '2019-09': 'id' } },
  id: { ...IDENTIFIER, until: '4', shape: { 4: 'string', 6: 'anything' } },
  $anchor: { ...IDENTIFIER, since: '2019-09', shape: { '2019-09': 'anchor' } },
  $dynamicAnchor: { ...IDENTIFIER, since: '2020-12', shape: { '2020-12': 'anchor' } },
  $recursiveAnchor: {
    ...IDENTIFIER,
    since: '2019-09',
    shape: { '2019-09': 'boolean', '2020-12': 'anything' },
  },
  $vocabulary: {
    kind: 'annotation',
    since: '2019-09',
    shape: { '2019-09': 'boolean-map' },
    strict: 'annotation',
  },

  $ref: { kind: 'reference', shape: 'string' },
  $dynamicRef: { ...IDENTIFIER, kind: 'reference', since: '2020-12', shape: { '2020-12': 'string' } },
  $recursiveRef: { ...IDENTIFIER, kind: 'reference', since: '2019-09', shape: { '2019-09': 'string' } },
  $defs: { kind: 'definitions', since: '2019-09', holds: 'map', shape: { '2019-09': 'schema-map' } },
  // A reference may lead to `definitions` in any draft.
  definitions: { kind: 'definitions', holds: 'map', shape: 'schema-map' },

  type: { kind: 'assertion', shape: 'type' },
  enum: { kind: 'assertion', shape: { 4: 'filled-set', 7: 'list' } },
  const: { kind: 'assertion', since: '6', early: true, shape: 'anything' },
  format: { kind: 'assertion', shape: 'string' },
  pattern: { kind: 'assertion', shape: 'pattern' },
  minLength: { kind: 'assertion', shape: 'count' },
  maxLength: { kind: 'assertion', shape: 'count', strict: 'max_length' },
  multipleOf: { kind: 'assertion', shape: 'positive-number' },
  minimum: { kind: 'assertion', shape: 'number' },
  maximum: { kind: 'assertion', shape: 'number' },
  exclusiveMinimum: { kind: 'assertion', shape: { 4: 'boolean', 6: 'number' } },
  exclusiveMaximum: { kind: 'assertion', shape: { 4: 'boolean', 6: 'number' } },

  properties: { kind: 'applicator', holds: 'map', shape: 'schema-map' },
  patternProperties: { kind: 'applicator', holds: 'map', shape: 'pattern-map', strict: 'pattern_properties' },
  additionalProperties: { kind: 'applicator', holds: 'schema', shape: 'object-or-boolean-schema' },
  unevaluatedProperties: { ...TEST, since: '2019-09', shape: { '2019-09': 'schema' }, strict: 'unevaluated' },
  propertyNames: { ...TEST, since: '6', early: true, shape: { 6: 'schema' }, strict: 'property_names' },
  required: { kind: 'assertion', shape: { 4: 'filled-name-list', 6: 'name-list' } },
  minProperties: { kind: 'assertion', shape: 'count', strict: 'property_count' },
  maxProperties: { kind: 'assertion', shape: 'count', strict: 'property_count' },

  prefixItems: { kind: 'applicator', since: '2020-12', holds: 'list', shape: { '2020-12': 'schema-list' } },
  items: {
    kind: 'applicator',
    holds: 'schema-or-list',
    shape: { 4: 'schema-or-list', '2020-12': 'schema', lenient: 'schema-or-list' },
  },
  additionalItems: {
    kind: 'applicator',
    until: '2019-09',
    lenient: true,
    holds: 'schema',
    shape: { 4: 'object-or-boolean-schema', '2020-12': 'anything', lenient: 'schema' },
  },
  unevaluatedItems: { ...TEST, since: '2019-09', shape: { '2019-09': 'schema' }, strict: 'unevaluated' },
  contains: { ...TEST, since: '6', early: true, shape: 'schema', strict: 'contains' },
  minContains: { kind: 'assertion', since: '2019-09', shape: { '2019-09': 'count' }, strict: 'contains' },
  maxContains: { kind: 'assertion', since: '2019-09', shape: { '2019-09': 'count' }, strict: 'contains' },
  minItems: { kind: 'assertion', shape: 'count' },
  maxItems: { kind: 'assertion', shape: 'count' },
  uniqueItems: { kind: 'assertion', shape: 'boolean', strict: 'unique_items' },

  allOf: { kind: 'applicator', holds: 'list', inPlace: true, shape: 'schema-list', strict: 'all_of' },
  anyOf: { kind: 'applicator', holds: 'list', inPlace: true, shape: 'schema-list' },
  oneOf: { kind: 'applicator', holds: 'list', inPlace: true, shape: 'schema-list', strict: 'one_of' },
  not: { ...TEST, inPlace: true, shape: 'schema', strict: 'not' },
  if: CONDITIONAL,
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema, and nobody awaits this table.
  then: CONDITIONAL,
  else: CONDITIONAL,
  dependencies: { ...DEPENDENTS, until: '7', lenient: true, shape: 'dependency-map' },
  dependentSchemas: { ...DEPENDENTS, since: '2019-09', shape: { '2019-09': 'schema-map' } },
  // It holds names only, but belongs to `dependentSchemas`.
  dependentRequired: {
    kind: 'applicator',
    since: '2019-09',
    shape: { '2019-09': 'name-list-map' },
    strict: 'dependents',
  },

  title: { kind: 'annotation', shape: 'string', strict: 'title' },
  description: { kind: 'annotation', shape: 'string' },
  default: { kind: 'annotation', strict: 'default' },
  examples: { kind: 'annotation', since: '6', shape: { 6: 'list' }, strict: 'annotation' },
  example: { kind: 'annotation', strict: 'annotation' },
  $comment: { kind: 'annotation', since: '7', shape: { 7: 'string' }, strict: 'annotation' },
  readOnly: { kind: 'annotation', since: '7', shape: { 7: 'boolean' }, strict: 'annotation' },
  writeOnly: { kind: 'annotation', since: '7', shape: { 7: 'boolean' }, strict: 'annotation' },
  deprecated: { kind: 'annotation', since: '2019-09', shape: { '2019-09': 'boolean' }, strict: 'annotation' },
  contentEncoding: { kind: 'annotation', since: '7', shape: { 7: 'string' }, strict: 'content' },
  contentMediaType: { kind: 'annotation', since: '7', shape: { 7: 'string' }, strict: 'content' },
  contentSchema: {
    ...TEST,
    kind: 'annotation',
    since: '2019-09',
    shape: { '2019-09': 'schema' },
    strict: 'content',
  },
};
