import type { Shape } from '../meta-schema/shapes.js';
import { atLeast, type Dialect, DRAFTS, type Draft } from './draft.js';
import { type Holds, KEYWORDS, type Keyword } from './keyword-table.js';

function keywordsThat(has: (keyword: Keyword) => boolean): ReadonlySet<string> {
  return new Set(Object.keys(KEYWORDS).filter((name) => has(KEYWORDS[name] as Keyword)));
}

/** Keywords whose schemas judge the same value as the schema that has them. */
export const IN_PLACE_KEYWORDS = keywordsThat(({ inPlace }) => inPlace === true);

/** Keywords that give a schema a name. */
export const IDENTIFIER_KEYWORDS = keywordsThat(({ kind }) => kind === 'identifier');

/** Keywords that refer to another schema. */
export const REFERENCE_KEYWORDS = keywordsThat(({ kind }) => kind === 'reference');

/** Keywords that hold schemas only for references to find. */
export const DEFINITION_KEYWORDS = keywordsThat(({ kind }) => kind === 'definitions');

/** Keywords that never change what is valid. */
export const ANNOTATION_KEYWORDS = keywordsThat(({ kind }) =>
  ['identifier', 'definitions', 'annotation'].includes(kind),
);

/** Keywords whose schemas test a value instead of describing the answer. */
export const TEST_KEYWORDS = keywordsThat(({ tests }) => tests === true);

/** Keywords that draft-04 does not define, but that are honored in a draft-04 schema. */
export const LATER_THAN_DRAFT_4 = keywordsThat(
  (keyword) => keyword.early === true && shapeIn(keyword, '4', false) !== undefined,
);

/** Whether a keyword says what is valid. */
export function isConstraint(keyword: string): boolean {
  return isKnownKeyword(keyword) && keyword !== 'nullable' && !ANNOTATION_KEYWORDS.has(keyword);
}

/** Whether any draft, or OpenAPI, gives this keyword a meaning. */
export function isKnownKeyword(keyword: string): boolean {
  return Object.hasOwn(KEYWORDS, keyword) || keyword === 'nullable';
}

/** The keywords to which a lint rule objects. */
export function keywordsOfRule(code: string): readonly string[] {
  return [...keywordsThat(({ strict }) => strict === code)];
}

/** The assertions that a dialect defines. */
export function assertionsOf(dialect: Dialect): readonly string[] {
  return [...keywordsThat((keyword) => keyword.kind === 'assertion' && isHonored(keyword, dialect))];
}

/** The keywords that hold schemas in a dialect, and how they hold them. */
export const schemaKeywords = perDialect((dialect, name, keyword): [string, Holds][] =>
  keyword.holds !== undefined && isHonored(keyword, dialect) ? [[name, keyword.holds]] : [],
);

/** The shape of each keyword as the meta-schema of a dialect defines it; other keywords may hold anything. */
export const keywordShapes = perDialect((dialect, name, keyword): [string, Shape][] => {
  const shape = shapeIn(keyword, dialect.draft, dialect.declared !== 'known');
  return shape === undefined ? [] : [[name, shape]];
});

function isHonored({ since, until, early, lenient }: Keyword, { draft, declared }: Dialect): boolean {
  const begun = since === undefined || early === true || atLeast(draft, since);
  const over = until !== undefined && !atLeast(until, draft);
  return begun && (!over || (lenient === true && declared !== 'known'));
}

function shapeIn({ shape }: Keyword, draft: Draft, lenient: boolean): Shape | undefined {
  if (shape === undefined || typeof shape === 'string') return shape;
  if (lenient && shape.lenient !== undefined) return shape.lenient;
  const since = DRAFTS.findLast((each) => shape[each] !== undefined && atLeast(draft, each));
  return since === undefined ? undefined : shape[since];
}

/** Remembers a table for each dialect. */
function perDialect<T>(
  rows: (dialect: Dialect, name: string, keyword: Keyword) => [string, T][],
): (dialect: Dialect) => ReadonlyMap<string, T> {
  const tables = new Map<string, ReadonlyMap<string, T>>();
  return (dialect) => {
    const key = `${dialect.draft} ${dialect.declared === 'known'}`;
    const table =
      tables.get(key) ??
      new Map(Object.entries(KEYWORDS).flatMap(([name, keyword]) => rows(dialect, name, keyword)));
    tables.set(key, table);
    return table;
  };
}
