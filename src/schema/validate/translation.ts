import type { EvaluationPlan } from './evaluation.js';

/** A schema node in the one form that the validator compiles. Made here, so it may be built up. */
export type TargetNode = Record<string, unknown>;
export type Target = TargetNode | boolean;

/** Where a node of the translation comes from. */
export interface Origin {
  /** RFC 6901, of the author's schema. */
  readonly pointer: string;
  /** Translated keyword → the author's, where they differ. */
  readonly renamed: ReadonlyMap<string, string>;
}

export interface Translation {
  /** Schemas by name; `refersTo` names one of them. */
  readonly definitions: ReadonlyMap<string, Target>;
  readonly root: string;
  /** By name, for `unevaluatedItems` and `unevaluatedProperties`. */
  readonly plans: ReadonlyMap<string, EvaluationPlan>;
  /** By name, for `each:properties` and its like: the definitions, by property or index. */
  readonly groups: ReadonlyMap<string, ReadonlyMap<string, string>>;
  /**
   * Definitions that are referred to in several places and refer on for the same value: together they can
   * ask the same question exponentially often.
   */
  readonly entangled: ReadonlySet<string>;
  readonly origins: ReadonlyMap<object, Origin>;
}

/** A translated schema under a keyword; the name is its key or index, where there are several. */
export interface Child {
  readonly name: string | undefined;
  readonly target: Target;
}

export type ChildrenByKeyword = Map<string, Child[]>;

/** What `unevaluatedItems` and `unevaluatedProperties` hold in a translation. */
export interface UnevaluatedOperand {
  /** Of what the schema around it looks at. */
  readonly plan: string;
  /** The definition for the rest. */
  readonly rest: string;
  readonly forbidden: boolean;
}
