import type { JsonValue } from '../../../json/value.js';
import type { NumberKeyword } from '../graph/node.js';

/** Converts values of one wire node to author values and back. Plans may be cyclic through `ref`. */
export type Plan =
  | ScalarPlan
  /** One of these scalars, unchanged. */
  | { readonly kind: 'enum'; readonly values: readonly JsonValue[] }
  /** One of these values, each given as its JSON text. */
  | { readonly kind: 'labels'; readonly byLabel: ReadonlyMap<string, JsonValue> }
  /** Any JSON value, as text. */
  | { readonly kind: 'text' }
  | ListPlan
  | TuplePlan
  | PairsPlan
  | RecordPlan
  | UnionPlan
  | BoxPlan
  | RefPlan;

interface ScalarPlan {
  readonly kind: 'scalar';
  readonly type: 'string' | 'number' | 'integer' | 'boolean';
  readonly minLength?: number | undefined;
  readonly format?: string | undefined;
  readonly pattern?: string | undefined;
  readonly bounds?: Readonly<Partial<Record<NumberKeyword, number>>>;
}

/** An array of values of one kind. */
interface ListPlan {
  readonly kind: 'list';
  readonly item: Slot;
  readonly minItems: number;
  readonly maxItems: number;
}

/** An array whose first items have different schemas; an object on the wire, with one property per item. */
interface TuplePlan {
  readonly kind: 'tuple';
  readonly items: readonly { readonly key: string; readonly slot: Slot }[];
  readonly rest: { readonly key: string; readonly list: ListPlan } | undefined;
}

/** An object with arbitrary names; an array of key/value pairs on the wire. */
interface PairsPlan {
  readonly kind: 'pairs';
  readonly keys: Plan;
  readonly value: Slot;
}

/** An object with known names. */
interface RecordPlan {
  readonly kind: 'record';
  readonly members: readonly RecordMember[];
  /** Their names in the author's value. */
  readonly names: ReadonlySet<string>;
  readonly additional: { readonly key: string; readonly pairs: PairsPlan } | undefined;
  readonly tag: Tag | undefined;
}

export interface RecordMember {
  /** On the wire. */
  readonly key: string;
  /** In the author's value. */
  readonly name: string;
  readonly slot: Slot;
}

interface UnionPlan {
  readonly kind: 'union';
  readonly branches: readonly Plan[];
}

/** A value inside an object, in its property `value`. */
interface BoxPlan {
  readonly kind: 'box';
  readonly tag: Tag | undefined;
  readonly slot: Slot;
}

/** A plan that is used in several places or inside itself. */
interface RefPlan {
  readonly kind: 'ref';
  readonly name: string;
  target: Plan | undefined;
}

/** Identifies the alternative that a wire object belongs to. */
export interface Tag {
  readonly key: string;
  readonly label: string;
}

/** A place for a value that may be null, or absent. */
export interface Slot {
  /** For values other than null; undefined if there are none. */
  readonly plan: Plan | undefined;
  /** What a null on the wire means. */
  readonly onNull: 'refused' | 'null' | 'absent';
  /** If null on the wire means absent: the key of the object that represents null itself. */
  readonly nullKey: string | undefined;
}

export type PlanOf<Kind extends Plan['kind']> = Extract<Plan, { readonly kind: Kind }>;

export const BOX_KEY = 'value';
export const PAIR_KEY = 'key';
export const PAIR_VALUE = 'value';

/** The plan that a chain of references ends in. */
export function resolved(plan: Plan): Exclude<Plan, RefPlan> {
  let at = plan;
  while (at.kind === 'ref') {
    if (at.target === undefined) throw new Error(`the plan of ${at.name} was never made`);
    at = at.target;
  }
  return at;
}
