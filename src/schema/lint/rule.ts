import type { JsonObject, JsonValue } from '../../json/value.js';
import type { SchemaDocument } from '../dialect/document.js';
import { own } from '../dialect/draft.js';
import type { Site } from '../dialect/site.js';
import type { Source } from './sources.js';

/** What a rule looks at: one schema, or one keyword of it. */
export interface Place {
  /** Empty if the schema is `true` or `false`. */
  readonly schema: JsonObject;
  readonly document: SchemaDocument;
  /** The place of the schema. References are resolved from it. */
  readonly site: Site;
  /** The keyword of the parent schema that holds this schema; empty at the root. */
  readonly heldBy: string;
  readonly parent: Place | undefined;
  /** The keyword that the rule looks at; undefined if it looks at the whole schema. */
  readonly keyword: string | undefined;
  /** The value of the keyword, or the schema itself. */
  readonly value: JsonValue;
  /** The schema only tests values (`if`, `not`, `contains`, …) and describes no part of an answer. */
  readonly inCondition: boolean;
}

/** What a rule finds at a place. */
export interface Found {
  /** What is wrong, in one sentence. */
  readonly message: string;
  /** What to do at this place; the rule's `fix` if absent. */
  readonly hint?: string;
  /** The place of the finding, relative to the one that the rule looked at. */
  readonly below?: readonly string[];
}

/** The texts of a finding in the tables of the documentation, in Markdown. */
export interface RuleText {
  /** What the rule rejects. */
  readonly about: string;
  /** What to do, in one sentence. */
  readonly fix: string;
  readonly sources: readonly Source[];
}

export interface Rule extends RuleText {
  readonly code: string;
  /** `error`: all evidence says that the schema is rejected. `warning`: sources disagree, or there is no evidence. */
  readonly severity: 'error' | 'warning';
  /** Sources contradict each other. */
  readonly disputed?: true;
  /** What the rule is asked about: whole schemas, `true` and `false` as schemas, these keywords. */
  readonly on: {
    readonly schema?: true;
    readonly boolean?: true;
    readonly keywords?: 'any' | readonly string[];
  };
  /** The rule is about the shape of an answer: it is not asked about schemas that only test values. */
  readonly shape?: true;
  /** The rule is not asked beside a `$ref`, where every keyword is a finding of another rule. */
  readonly notBesideRef?: true;
  check(place: Place): readonly Found[];
}

export const nothing: readonly never[] = [];

/** One finding at the place itself. */
export function found(message: string, hint?: string): readonly Found[] {
  return [hint === undefined ? { message } : { message, hint }];
}

/** A fix that several rules share: the answer is checked for this keyword anyway. */
export const CHECK_AFTERWARDS = 'Remove it, or let adapt mode check it on the answer.';

/** Whether a keyword stands beside a `$ref`. */
export function isBesideRef({ schema, keyword }: Pick<Place, 'schema' | 'keyword'>): boolean {
  return keyword !== '$ref' && typeof own(schema, '$ref') === 'string';
}
