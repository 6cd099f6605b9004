import { atLeast, type Dialect, type Draft } from './draft.js';

/** In what form a keyword holds schemas. `dependencies` maps names to schemas or to lists of names. */
export type Holds = 'schema' | 'list' | 'map' | 'schema-or-list';

interface KeywordRow {
  readonly holds: Holds;
  /** Applies to the same value as the schema that has it (an in-place applicator). */
  readonly inPlace?: true;
  readonly since?: Draft;
  readonly until?: Draft;
  /** Also understood in the other drafts where the schema does not say which one it is written in. */
  readonly lenient?: true;
}

/**
 * Every keyword that holds schemas. What is not in here (`enum`, `const`, `default`, `examples`, unknown
 * keywords) holds data, however much that looks like a schema.
 *
 * `if`, `contains` and `propertyNames` have no `since`: a draft-04 schema that uses them means them.
 * `definitions` has no `until`: a `$ref` may point there in any draft.
 */
const ROWS: Readonly<Record<string, KeywordRow>> = {
  $defs: { holds: 'map', since: '2019-09', lenient: true },
  definitions: { holds: 'map' },
  properties: { holds: 'map' },
  patternProperties: { holds: 'map' },
  additionalProperties: { holds: 'schema' },
  unevaluatedProperties: { holds: 'schema', since: '2019-09' },
  propertyNames: { holds: 'schema' },
  prefixItems: { holds: 'list', since: '2020-12' },
  items: { holds: 'schema-or-list' },
  additionalItems: { holds: 'schema', until: '2019-09', lenient: true },
  unevaluatedItems: { holds: 'schema', since: '2019-09' },
  contains: { holds: 'schema' },
  allOf: { holds: 'list', inPlace: true },
  anyOf: { holds: 'list', inPlace: true },
  oneOf: { holds: 'list', inPlace: true },
  not: { holds: 'schema', inPlace: true },
  if: { holds: 'schema', inPlace: true },
  // biome-ignore lint/suspicious/noThenProperty: it is a keyword of JSON Schema, and nobody awaits this table.
  then: { holds: 'schema', inPlace: true },
  else: { holds: 'schema', inPlace: true },
  dependencies: { holds: 'map', inPlace: true, until: '7', lenient: true },
  dependentSchemas: { holds: 'map', inPlace: true, since: '2019-09' },
  contentSchema: { holds: 'schema', since: '2019-09' },
};

const tables = new Map<string, ReadonlyMap<string, Holds>>();

/** The keywords that hold schemas in this dialect, and in what form. */
export function schemaKeywords(dialect: Dialect): ReadonlyMap<string, Holds> {
  const lenient = dialect.declared !== 'known';
  const key = `${dialect.draft} ${lenient}`;
  const known = tables.get(key);
  if (known !== undefined) return known;
  const table = new Map<string, Holds>();
  for (const [keyword, row] of Object.entries(ROWS)) {
    const inRange =
      (row.since === undefined || atLeast(dialect.draft, row.since)) &&
      (row.until === undefined || atLeast(row.until, dialect.draft));
    if (inRange || (lenient && row.lenient === true)) table.set(keyword, row.holds);
  }
  tables.set(key, table);
  return table;
}

/** Keywords whose schemas judge the same value as the schema that has them. */
export const IN_PLACE_KEYWORDS: ReadonlySet<string> = new Set(
  Object.entries(ROWS)
    .filter(([, row]) => row.inPlace === true)
    .map(([keyword]) => keyword),
);

/** Keywords that never change what is valid. */
export const ANNOTATION_KEYWORDS: ReadonlySet<string> = new Set([
  '$schema',
  '$id',
  'id',
  '$anchor',
  '$dynamicAnchor',
  '$recursiveAnchor',
  '$comment',
  '$vocabulary',
  '$defs',
  'definitions',
  'title',
  'description',
  'default',
  'examples',
  'example',
  'deprecated',
  'readOnly',
  'writeOnly',
  'contentEncoding',
  'contentMediaType',
  'contentSchema',
]);
