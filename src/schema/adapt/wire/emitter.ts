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

/** What writing the wire schema needs everywhere. */
export interface Emitter {
  readonly limits: StrictLimits;
  readonly log: ChangeLog;
  /** Changes of keywords of which no other step says what became of them. */
  readonly keywordLog: ChangeLog;
  readonly enums: EnumBudget;
  /** Names of ours that no member of the author's has. */
  readonly tagKey: string;
  readonly nullKey: string;
  /** The wire schema of the object that stands for a null that is meant. */
  readonly nullObject: () => Wire;
  /** The choices whose alternatives have to say which one they are. */
  readonly isTagged: (node: Node) => boolean;
  /** The member that tells an alternative from the others, to be put first. */
  readonly discriminators: ReadonlyMap<ObjectAlternative, string>;
  /** Remembers a choice, to be checked for alternatives that cannot be told apart. */
  readonly unions: { readonly node: Node; readonly plan: PlanOf<'union'> }[];
  /** Nodes that are on the wire, for the report of changes. */
  readonly written: Set<Node>;
  readonly slot: (edge: Edge, isOptional: boolean, depth: number) => EmittedSlot;
  /** The values of a node other than null; undefined where there are none. */
  readonly node: (edge: Edge, depth: number) => Emitted | undefined;
  /** A use of a node that has a definition. */
  readonly reference: (node: Node) => Emitted;
}

export interface EmittedSlot {
  readonly wire: Wire;
  readonly slot: Slot;
}
