import type { StrictLimits } from '../../dialect/strict-limits.js';
import type { Plan, PlanOf, Slot } from '../codec/plan.js';
import type { Edge, Node, ObjectAlternative } from '../graph/node.js';
import type { ChangeLog } from '../report/change-log.js';
import type { Wire } from './wire-schema.js';

/** A part of the wire schema, and the plan of its codec. */
export interface Emitted {
  readonly wire: Wire;
  readonly plan: Plan;
}

/** Budget for the values of all enums of a wire schema. */
interface EnumBudget {
  left: number;
  readonly longEnum: number;
  readonly longEnumCharacters: number;
}

/** The state that all steps of emitting the wire schema share. */
export interface Emitter {
  readonly limits: StrictLimits;
  readonly log: ChangeLog;
  /** Changes of keywords that are only reported if no other step records them. */
  readonly keywordLog: ChangeLog;
  readonly enums: EnumBudget;
  /** Generated names that no property of the author's schema has. */
  readonly tagKey: string;
  readonly nullKey: string;
  /** Returns the wire schema of the object that represents null itself. */
  readonly nullObject: () => Wire;
  /** Whether the alternatives of a node need a tag that identifies them. */
  readonly isTagged: (node: Node) => boolean;
  /** The property that distinguishes an alternative from the others; it comes first. */
  readonly discriminators: ReadonlyMap<ObjectAlternative, string>;
  /** The unions emitted so far, which are then checked for ambiguous alternatives. */
  readonly unions: { readonly node: Node; readonly plan: PlanOf<'union'> }[];
  /** The nodes emitted so far, for the report of changes. */
  readonly written: Set<Node>;
  readonly slot: (edge: Edge, isOptional: boolean, depth: number) => EmittedSlot;
  /** Emits the values of a node other than null; undefined if there are none. */
  readonly node: (edge: Edge, depth: number) => Emitted | undefined;
  /** Returns a reference to a node that has a definition. */
  readonly reference: (node: Node) => Emitted;
}

export interface EmittedSlot {
  readonly wire: Wire;
  readonly slot: Slot;
}
