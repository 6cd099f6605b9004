import type { Plan } from '../codec/plan.js';
import type { NodePath } from '../wire/branches.js';
import type { Wire } from '../wire/wire-schema.js';

/** One of the ways in which the values of a node stand on the wire. */
export interface WireForm {
  /** The schemas whose values have this form. */
  readonly sources: readonly NodePath[];
  readonly wire: Wire;
  /** Of the author's values; `any` where they are told as text, or elsewhere. */
  readonly type: 'string' | 'number' | 'boolean' | 'array' | 'object' | 'any';
  /** The author's names of members. */
  readonly names: ReadonlySet<string>;
  /** There are members beside the named ones. */
  readonly isOpen: boolean;
  /** An array, as an object with a property a position. */
  readonly isTuple: boolean;
  /** It has a definition of its own. */
  readonly isElsewhere: boolean;
}

const NO_NAMES: ReadonlySet<string> = new Set();

export function wireForm(wire: Wire, plan: Plan, sources: readonly NodePath[]): WireForm {
  const isRecord = plan.kind === 'record';
  return {
    sources,
    wire,
    type: typeOf(wire, plan),
    names: isRecord ? plan.names : NO_NAMES,
    isOpen: plan.kind === 'pairs' || (isRecord && plan.additional !== undefined),
    isTuple: plan.kind === 'tuple',
    isElsewhere: plan.kind === 'ref',
  };
}

function typeOf(wire: Wire, plan: Plan): WireForm['type'] {
  switch (plan.kind) {
    case 'list':
    case 'tuple':
      return 'array';
    case 'pairs':
    case 'record':
      return 'object';
    case 'scalar':
    case 'enum': {
      const { type } = wire;
      if (type === 'boolean' || type === 'string') return type;
      return 'number';
    }
    default:
      return 'any';
  }
}
