import type { JsonValue } from '../../../../json/value.js';
import { fromText } from '../../codec/json-text.js';
import { BOX_KEY, type Plan, type PlanOf, resolved, type Slot } from '../../codec/plan.js';

/**
 * How two plans decode the same wire value: no value fits both (`disjoint`), both return the same author
 * value (`same`), or they may differ (`conflict`), and then the alternatives need a tag.
 */
export type PlanOverlap = 'disjoint' | 'same' | 'conflict';

type Concrete = Exclude<Plan, PlanOf<'ref'>>;

/** Beyond this many levels, two plans count as in conflict; a superfluous tag is harmless. */
const MAX_LEVELS = 40;

/** Compares plans and remembers the result of each pair. */
export class PlanComparison {
  readonly #known = new Map<Plan, Map<Plan, PlanOverlap>>();

  compare(first: Plan, second: Plan, level = 0): PlanOverlap {
    const a = resolved(first);
    const b = resolved(second);
    if (a === b) return 'same';
    const known = this.#known.get(a)?.get(b);
    if (known !== undefined) return known;
    if (level > MAX_LEVELS) return 'conflict';
    // A pair inside itself: values are finite, so the result for smaller values holds here too.
    this.#remember(a, b, 'same');
    const agreement = this.#compare(a, b, level + 1);
    this.#remember(a, b, agreement);
    return agreement;
  }

  #remember(a: Plan, b: Plan, agreement: PlanOverlap): void {
    const row = this.#known.get(a) ?? new Map<Plan, PlanOverlap>();
    row.set(b, agreement);
    this.#known.set(a, row);
  }

  #compare(a: Concrete, b: Concrete, level: number): PlanOverlap {
    if (a.kind === 'union') return all(a.branches.map((branch) => this.compare(branch, b, level)));
    if (b.kind === 'union') return all(b.branches.map((branch) => this.compare(a, branch, level)));
    const form = formOf(a);
    if (form !== formOf(b)) return 'disjoint';
    if (form === 'string') return compareStrings(a, b);
    if (form === 'array') return this.#arrays(a, b, level);
    if (form === 'object') return this.#objects(a, b, level);
    return a.kind === 'enum' && b.kind === 'enum' && !overlap(a.values, b.values) ? 'disjoint' : 'same';
  }

  #arrays(a: Concrete, b: Concrete, level: number): PlanOverlap {
    if (a.kind === 'list' && b.kind === 'list')
      return bothEmpty(this.compareSlots(a.item, b.item, level), a, b);
    if (a.kind === 'pairs' && b.kind === 'pairs') {
      const keys = this.compare(a.keys, b.keys, level);
      const values = this.compareSlots(a.value, b.value, level);
      // Both decode an empty list to an empty object.
      return keys === 'conflict' || values === 'conflict' ? 'conflict' : 'same';
    }
    const list = a.kind === 'list' ? a : b;
    // One decodes an empty list to an empty array, the other to an empty object.
    if (list.kind !== 'list' || list.minItems === 0) return 'conflict';
    const { plan, nullKey } = list.item;
    if (nullKey !== undefined || plan === undefined) return 'conflict';
    const item = resolved(plan);
    return item.kind !== 'union' && formOf(item) !== 'object' ? 'disjoint' : 'conflict';
  }

  #objects(a: Concrete, b: Concrete, level: number): PlanOverlap {
    const keysOfA = keysOf(a);
    const keysOfB = keysOf(b);
    if (keysOfA.length !== keysOfB.length) return 'disjoint';
    const others = new Set(keysOfB);
    if (!keysOfA.every((key) => others.has(key))) return 'disjoint';
    if ('tag' in a && 'tag' in b && a.tag !== undefined && b.tag !== undefined) {
      if (a.tag.key === b.tag.key && a.tag.label !== b.tag.label) return 'disjoint';
    }
    if (a.kind === 'box' && b.kind === 'box') return this.compareSlots(a.slot, b.slot, level);
    return a.kind === 'record' && b.kind === 'record' ? this.#records(a, b, level) : 'conflict';
  }

  #records(a: PlanOf<'record'>, b: PlanOf<'record'>, level: number): PlanOverlap {
    const ofB = new Map(b.members.map((member) => [member.key, member]));
    let agreement: PlanOverlap = 'same';
    for (const member of a.members) {
      const other = ofB.get(member.key);
      if (other === undefined || other.name !== member.name) {
        agreement = 'conflict';
        continue;
      }
      const found = this.compareSlots(member.slot, other.slot, level);
      if (found === 'disjoint') return 'disjoint';
      if (found === 'conflict') agreement = 'conflict';
    }
    if (a.additional?.key !== b.additional?.key) return 'conflict';
    if (a.additional === undefined || b.additional === undefined) return agreement;
    return this.compare(a.additional.pairs, b.additional.pairs, level) === 'conflict'
      ? 'conflict'
      : agreement;
  }

  compareSlots(a: Slot, b: Slot, level = 0): PlanOverlap {
    const bothNull = a.onNull !== 'refused' && b.onNull !== 'refused';
    if (bothNull && a.onNull !== b.onNull) return 'conflict';
    const bothMeant = a.nullKey !== undefined && b.nullKey !== undefined;
    const plans =
      a.plan === undefined || b.plan === undefined ? 'disjoint' : this.compare(a.plan, b.plan, level);
    return plans === 'disjoint' && (bothNull || bothMeant) ? 'same' : plans;
  }
}

function all(agreements: readonly PlanOverlap[]): PlanOverlap {
  if (agreements.includes('conflict')) return 'conflict';
  return agreements.includes('same') ? 'same' : 'disjoint';
}

/** Lists without common items can still both be empty. */
function bothEmpty(items: PlanOverlap, a: PlanOf<'list'>, b: PlanOf<'list'>): PlanOverlap {
  if (items !== 'disjoint') return items;
  return a.minItems > 0 || b.minItems > 0 ? 'disjoint' : 'same';
}

/** Returns the JSON type of the wire values of a plan. */
function formOf(plan: Concrete): 'string' | 'number' | 'boolean' | 'array' | 'object' {
  switch (plan.kind) {
    case 'scalar':
      return plan.type === 'integer' ? 'number' : plan.type;
    case 'enum': {
      const type = typeof plan.values[0];
      return type === 'number' || type === 'boolean' ? type : 'string';
    }
    case 'labels':
    case 'text':
      return 'string';
    case 'list':
    case 'pairs':
      return 'array';
    default:
      return 'object';
  }
}

function compareStrings(a: Concrete, b: Concrete): PlanOverlap {
  const aIsText = a.kind === 'text' || a.kind === 'labels';
  const bIsText = b.kind === 'text' || b.kind === 'labels';
  if (!aIsText && !bIsText) {
    return a.kind === 'enum' && b.kind === 'enum' && !overlap(a.values, b.values) ? 'disjoint' : 'same';
  }
  if (aIsText && bIsText) {
    return a.kind === 'labels' &&
      b.kind === 'labels' &&
      !overlap([...a.byLabel.keys()], [...b.byLabel.keys()])
      ? 'disjoint'
      : 'same';
  }
  const text = aIsText ? a : b;
  const plain = aIsText ? b : a;
  if (plain.kind !== 'enum') return 'conflict';
  const isText = (value: JsonValue): boolean =>
    typeof value === 'string' && (text.kind === 'labels' ? text.byLabel.has(value) : fromText(value).ok);
  return plain.values.some(isText) ? 'conflict' : 'disjoint';
}

function overlap(a: readonly JsonValue[], b: readonly JsonValue[]): boolean {
  const values = new Set(a);
  return b.some((value) => values.has(value));
}

function keysOf(plan: Concrete): string[] {
  switch (plan.kind) {
    case 'record': {
      const keys = plan.members.map((member) => member.key);
      if (plan.additional !== undefined) keys.push(plan.additional.key);
      return plan.tag === undefined ? keys : [plan.tag.key, ...keys];
    }
    case 'tuple': {
      const keys = plan.items.map((item) => item.key);
      return plan.rest === undefined ? keys : [...keys, plan.rest.key];
    }
    case 'box':
      return plan.tag === undefined ? [BOX_KEY] : [plan.tag.key, BOX_KEY];
    default:
      return [];
  }
}
