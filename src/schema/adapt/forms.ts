import { isArray, isObject } from '../dialect/draft.js';
import { BOX_KEY, type Plan } from './codec/plan.js';
import type { Wire } from './wire/wire-schema.js';

/** One of the ways in which the values of a schema stand on the wire. */
export interface Form {
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

/** All forms of what was written, with those inside choices and boxes. */
export function formsOf(wire: Wire, plan: Plan): Form[] {
  if (plan.kind === 'union') {
    const { anyOf } = wire;
    return plan.branches.flatMap((branch, index) => {
      const inner = isArray(anyOf) ? anyOf[index] : undefined;
      return isObject(inner) ? formsOf(inner, branch) : [];
    });
  }
  if (plan.kind === 'box') {
    const { properties } = wire;
    const inner = isObject(properties) ? properties[BOX_KEY] : undefined;
    return isObject(inner) && plan.slot.plan !== undefined ? formsOf(inner, plan.slot.plan) : [];
  }
  const isRecord = plan.kind === 'record';
  return [
    {
      wire,
      type: typeOf(wire, plan),
      names: isRecord ? plan.names : NO_NAMES,
      isOpen: plan.kind === 'pairs' || (isRecord && plan.additional !== undefined),
      isTuple: plan.kind === 'tuple',
      isElsewhere: plan.kind === 'ref',
    },
  ];
}

function typeOf(wire: Wire, plan: Plan): Form['type'] {
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
