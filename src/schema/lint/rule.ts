import type { JsonObject, JsonValue } from '../../json/value.js';
import type { SchemaDocument } from '../dialect/document.js';
import type { Site } from '../dialect/site.js';
import type { FindingArguments, FindingCode } from './arguments.js';
import { type Phrased, phrased } from './phrased.js';
import type { Source } from './sources.js';

/** What a rule is shown: one schema, or one keyword of it. */
export interface Place {
  /** Empty where a boolean stands in place of a schema. */
  readonly schema: JsonObject;
  readonly document: SchemaDocument;
  /** The schema's place; its resource is what references start from. */
  readonly site: Site;
  /** The keyword of the schema around it that holds it; empty at the root. */
  readonly heldBy: string;
  readonly parent: Place | undefined;
  /** The keyword that is looked at; undefined where it is the schema as a whole. */
  readonly keyword: string | undefined;
  /** What the keyword says, or the schema itself. */
  readonly value: JsonValue;
  /** In a schema that only tests values (`if`, `not`, `contains`, …): no shape of an answer. */
  readonly inCondition: boolean;
}

/** What a rule found, before it is put into words. */
export interface Found<Arguments> {
  /** Below what was looked at. */
  readonly below?: readonly string[];
  readonly args: Arguments;
}

interface RuleFacts {
  readonly code: FindingCode;
  /** `error`: refused, as far as anyone knows. `warning`: sources differ, or nobody has tried. */
  readonly severity: 'error' | 'warning';
  /** Sources contradict each other. */
  readonly disputed?: true;
  readonly sources: readonly Source[];
  /** What it is asked about: schemas as a whole, `true` and `false` in place of one, these keywords. */
  readonly on: {
    readonly schema?: true;
    readonly boolean?: true;
    readonly keywords?: 'any' | readonly string[];
  };
  /** About what an answer looks like: not asked about schemas that only test values. */
  readonly shape?: true;
  /** Not asked beside a `$ref`, where every neighbour is a finding anyway. */
  readonly notBesideRef?: true;
}

interface RuleDefinition<Code extends FindingCode> extends RuleFacts {
  readonly code: Code;
  check(place: Place): readonly Found<FindingArguments[Code]>[];
}

export interface Rule extends RuleFacts {
  /** What it finds at a place, in words. */
  look(place: Place): readonly (Phrased & { readonly below?: readonly string[] })[];
}

/** Makes a rule of a check that knows nothing of wording. */
export function rule<Code extends FindingCode>({ check, ...facts }: RuleDefinition<Code>): Rule {
  return {
    ...facts,
    look: (place) => check(place).map(({ args, ...where }) => ({ ...where, ...phrased(facts.code, args) })),
  };
}

/** Found nothing. */
export const nothing: readonly never[] = [];

/** Objects to a keyword, whatever it says. */
export function present({ keyword = '' }: Place): readonly Found<{ readonly keyword: string }>[] {
  return [{ args: { keyword } }];
}

/** The same, for wording that needs no argument. */
export function presentAlone(_: Place): readonly Found<Record<string, never>>[] {
  return [{ args: {} }];
}
