import { isJsonObject, type JsonValue } from '../../json/value.js';

export const DRAFTS = ['4', '6', '7', '2019-09', '2020-12'] as const;

export type Draft = (typeof DRAFTS)[number];

/** Which dialect a schema is written in. */
export interface Dialect {
  readonly draft: Draft;
  /** How the schema says so: by a `$schema` that is known, not at all, or by one that nobody knows. */
  readonly declared: 'known' | 'absent' | 'unknown';
}

const BY_URI = new Map<string, Draft>([
  ['json-schema.org/draft-04/schema', '4'],
  ['json-schema.org/draft-06/schema', '6'],
  ['json-schema.org/draft-07/schema', '7'],
  ['json-schema.org/draft/2019-09/schema', '2019-09'],
  ['json-schema.org/draft/2020-12/schema', '2020-12'],
]);

/** The dialect that `$schema` names (http or https, with or without the trailing `#`); else 2020-12. */
export function dialectOf(schema: JsonValue): Dialect {
  const uri = isJsonObject(schema) && Object.hasOwn(schema, '$schema') ? schema['$schema'] : undefined;
  if (typeof uri !== 'string') return { draft: '2020-12', declared: 'absent' };
  const draft = BY_URI.get(
    uri
      .trim()
      .replace(/^https?:\/\//i, '')
      .replace(/#$/, ''),
  );
  return draft === undefined ? { draft: '2020-12', declared: 'unknown' } : { draft, declared: 'known' };
}

/** Shorthand for {@link dialectOf} where only the draft matters. */
export function draftOf(schema: JsonValue): Draft {
  return dialectOf(schema).draft;
}

/** Drafts are ordered as they were published. */
export function atLeast(draft: Draft, since: Draft): boolean {
  return DRAFTS.indexOf(draft) >= DRAFTS.indexOf(since);
}

/** Up to draft-07 a `$ref` stands alone: whatever is beside it is ignored. */
export function refStandsAlone(dialect: Dialect): boolean {
  return !atLeast(dialect.draft, '2019-09');
}

export function isArray(value: JsonValue | undefined): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** An own member, or undefined: inherited names such as `constructor` are no members. */
export function own(object: { readonly [key: string]: JsonValue }, key: string): JsonValue | undefined {
  return Object.hasOwn(object, key) ? object[key] : undefined;
}
