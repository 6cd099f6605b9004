import type { JsonObject, JsonValue } from '../../json/value.js';
import { isArray, isObject, own } from '../dialect/draft.js';
import { equal } from './equal.js';
import { toText } from './json-text.js';
import {
  BOX_KEY,
  type BoxPlan,
  type ListPlan,
  PAIR_KEY,
  PAIR_VALUE,
  type PairsPlan,
  type Plan,
  type RecordPlan,
  resolved,
  type Slot,
  type TuplePlan,
  type UnionPlan,
} from './plan.js';
import { closer, failed, inside, mistyped, type Step, setOwn, unlisted } from './result.js';
import { encodeScalar } from './scalar-codec.js';
import { isDone, perform, type Task, type Work } from './task.js';

type Members = { [key: string]: JsonValue };
type Encoding = Task<JsonValue>;

/** Author value → wire value, for one value: alternatives that were tried for a part of it are remembered. */
export class Encoder {
  readonly #tried = new Map<JsonValue, Map<UnionPlan, Step>>();
  readonly #assertsFormats: boolean;

  /** @param assertsFormats - whether a string of another format than the wire schema's is refused. */
  constructor(assertsFormats: boolean) {
    this.#assertsFormats = assertsFormats;
  }

  encode(plan: Plan, value: JsonValue): Step {
    return perform(this.#encode(plan, value));
  }

  #encode(given: Plan, value: JsonValue): Work<JsonValue> {
    const plan = resolved(given);
    switch (plan.kind) {
      case 'scalar':
        return encodeScalar(plan, value, this.#assertsFormats);
      case 'enum':
        return plan.values.includes(value) ? { ok: true, value } : unlisted();
      case 'labels':
        for (const [label, known] of plan.byLabel) if (equal(known, value)) return { ok: true, value: label };
        return unlisted();
      case 'text':
        return { ok: true, value: toText(value) };
      case 'list':
        return isArray(value) ? this.#list(plan, value, 0) : mistyped('an array', value);
      case 'tuple':
        return isArray(value) ? this.#tuple(plan, value) : mistyped('an array', value);
      case 'pairs':
        return isObject(value) ? this.#pairs(plan, value, Object.keys(value)) : mistyped('an object', value);
      case 'record':
        return isObject(value) ? this.#record(plan, value) : mistyped('an object', value);
      case 'box':
        return this.#box(plan, value);
      default:
        return this.#union(plan, value);
    }
  }

  #slot(slot: Slot, value: JsonValue | undefined): Work<JsonValue> {
    if (value === undefined) {
      const isOptional = slot.onNull === 'absent';
      return isOptional ? { ok: true, value: null } : failed('it is required, and it is not there');
    }
    if (value === null) {
      if (slot.onNull === 'null') return { ok: true, value: null };
      if (slot.nullKey !== undefined) return { ok: true, value: { [slot.nullKey]: true } };
    }
    const { plan } = slot;
    return plan === undefined ? failed('there is no value for this place') : this.#encode(plan, value);
  }

  *#list(plan: ListPlan, values: readonly JsonValue[], from: number): Encoding {
    const count = values.length - from;
    if (count < plan.minItems || count > plan.maxItems) return failed('the number of items is not allowed');
    const items: JsonValue[] = [];
    for (let index = from; index < values.length; index++) {
      const work = this.#slot(plan.item, values[index]);
      const item = isDone(work) ? work : yield work;
      if (!item.ok) return inside(index, item);
      items.push(item.value);
    }
    return { ok: true, value: items };
  }

  *#tuple(plan: TuplePlan, values: readonly JsonValue[]): Encoding {
    const members: Members = {};
    for (const [index, { key, slot }] of plan.items.entries()) {
      const work = this.#slot(slot, values[index]);
      const item = isDone(work) ? work : yield work;
      if (!item.ok) return inside(index, item);
      members[key] = item.value;
    }
    if (plan.rest !== undefined) {
      const rest = yield this.#list(plan.rest.list, values, Math.min(values.length, plan.items.length));
      if (!rest.ok) return rest;
      members[plan.rest.key] = rest.value;
    } else if (values.length > plan.items.length) {
      return inside(plan.items.length, failed('there is no place for this item on the wire'));
    }
    return { ok: true, value: members };
  }

  *#pairs(plan: PairsPlan, value: JsonObject, names: readonly string[]): Encoding {
    const pairs: JsonValue[] = [];
    for (const name of names) {
      const key = perform(this.#encode(plan.keys, name));
      if (!key.ok) return inside(name, failed('a property cannot have this name'));
      const work = this.#slot(plan.value, own(value, name));
      const member = isDone(work) ? work : yield work;
      if (!member.ok) return inside(name, member);
      pairs.push({ [PAIR_KEY]: key.value, [PAIR_VALUE]: member.value });
    }
    return { ok: true, value: pairs };
  }

  *#record(plan: RecordPlan, value: JsonObject): Encoding {
    const members: Members = plan.tag === undefined ? {} : { [plan.tag.key]: plan.tag.label };
    let found = 0;
    for (const { key, name, slot } of plan.members) {
      const given = own(value, name);
      if (given !== undefined) found++;
      const work = this.#slot(slot, given);
      const member = isDone(work) ? work : yield work;
      if (!member.ok) return inside(name, member);
      setOwn(members, key, member.value);
    }
    const names = Object.keys(value);
    const others = names.length === found ? [] : names.filter((name) => !plan.names.has(name));
    if (plan.extras !== undefined) {
      const pairs = yield this.#pairs(plan.extras.pairs, value, others);
      if (!pairs.ok) return pairs;
      members[plan.extras.key] = pairs.value;
    } else if (others[0] !== undefined) {
      return inside(others[0], failed('there is no place for this property on the wire'));
    }
    return { ok: true, value: members };
  }

  *#box(plan: BoxPlan, value: JsonValue): Encoding {
    const work = this.#slot(plan.slot, value);
    const inner = isDone(work) ? work : yield work;
    if (!inner.ok) return inner;
    const tag = plan.tag === undefined ? {} : { [plan.tag.key]: plan.tag.label };
    return { ok: true, value: { ...tag, [BOX_KEY]: inner.value } };
  }

  *#union(plan: UnionPlan, value: JsonValue): Encoding {
    // Without this, alternatives inside alternatives would be tried again and again.
    const isCompound = typeof value === 'object' && value !== null;
    const known = isCompound ? this.#tried.get(value)?.get(plan) : undefined;
    if (known !== undefined) return known;
    let result: Step = failed('there is no value for this place');
    for (const [index, branch] of plan.branches.entries()) {
      const work = this.#encode(branch, value);
      const attempt = isDone(work) ? work : yield work;
      result = attempt.ok || result.ok || index === 0 ? attempt : closer(result, attempt);
      if (attempt.ok) break;
    }
    if (isCompound) {
      const tried = this.#tried.get(value) ?? new Map<UnionPlan, Step>();
      this.#tried.set(value, tried.set(plan, result));
    }
    return result;
  }
}
