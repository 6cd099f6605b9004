import { fromEntries, jsonText, keysOf } from '../../../json/exact.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.js';
import { isArray, own } from '../../dialect/draft.js';
import { equal } from '../graph/types.js';
import { BOX_KEY, PAIR_KEY, PAIR_VALUE, type Plan, type PlanOf, resolved, type Slot } from './plan.js';
import { encodeScalar } from './scalar.js';
import { failure, failureInside, notListed, type Step, typeMismatch } from './step.js';
import { type Coroutine, isResult, type MaybeCoroutine, runCoroutine } from './trampoline.js';
import { UnionAttempts } from './union-attempts.js';

type Members = [key: string, value: JsonValue][];
type Encoding = Coroutine<JsonValue>;

/** Encodes one author value to a wire value; results for alternatives of its parts are remembered. */
export class Encoder {
  readonly #unions = new UnionAttempts<JsonValue>((branch, value) => this.#encode(branch, value));
  readonly #assertsFormats: boolean;

  /**
   * @param assertsFormats - whether a string that violates the format of the wire schema is rejected
   */
  constructor(assertsFormats: boolean) {
    this.#assertsFormats = assertsFormats;
  }

  encode(plan: Plan, value: JsonValue): Step {
    return runCoroutine(this.#encode(plan, value));
  }

  #encode(given: Plan, value: JsonValue): MaybeCoroutine<JsonValue> {
    const plan = resolved(given);
    switch (plan.kind) {
      case 'scalar':
        return encodeScalar(plan, value, this.#assertsFormats);
      case 'enum':
        return plan.values.includes(value) ? { ok: true, value } : notListed();
      case 'labels':
        for (const [label, known] of plan.byLabel) if (equal(known, value)) return { ok: true, value: label };
        return notListed();
      case 'text':
        return { ok: true, value: jsonText(value) };
      case 'list':
        return isArray(value) ? this.#list(plan, value, 0) : typeMismatch('an array', value);
      case 'tuple':
        return isArray(value) ? this.#tuple(plan, value) : typeMismatch('an array', value);
      case 'pairs':
        return isJsonObject(value)
          ? this.#pairs(plan, value, keysOf(value))
          : typeMismatch('an object', value);
      case 'record':
        return isJsonObject(value) ? this.#record(plan, value) : typeMismatch('an object', value);
      case 'box':
        return this.#box(plan, value);
      default:
        return this.#unions.first(plan, value);
    }
  }

  #slot(slot: Slot, value: JsonValue | undefined): MaybeCoroutine<JsonValue> {
    if (value === undefined) {
      const isOptional = slot.onNull === 'absent';
      return isOptional ? { ok: true, value: null } : failure('it is required, but missing');
    }
    if (value === null) {
      if (slot.onNull === 'null') return { ok: true, value: null };
      if (slot.nullKey !== undefined) return { ok: true, value: { [slot.nullKey]: true } };
    }
    const { plan } = slot;
    return plan === undefined ? failure('no value is allowed here') : this.#encode(plan, value);
  }

  *#list(plan: PlanOf<'list'>, values: readonly JsonValue[], from: number): Encoding {
    const count = values.length - from;
    if (count < plan.minItems || count > plan.maxItems) return failure('the number of items is not allowed');
    const items: JsonValue[] = [];
    for (let index = from; index < values.length; index++) {
      const work = this.#slot(plan.item, values[index]);
      const item = isResult(work) ? work : yield work;
      if (!item.ok) return failureInside(index, item);
      items.push(item.value);
    }
    return { ok: true, value: items };
  }

  *#tuple(plan: PlanOf<'tuple'>, values: readonly JsonValue[]): Encoding {
    const members: Members = [];
    for (const [index, { key, slot }] of plan.items.entries()) {
      const work = this.#slot(slot, values[index]);
      const item = isResult(work) ? work : yield work;
      if (!item.ok) return failureInside(index, item);
      members.push([key, item.value]);
    }
    if (plan.rest !== undefined) {
      const rest = yield this.#list(plan.rest.list, values, Math.min(values.length, plan.items.length));
      if (!rest.ok) return rest;
      members.push([plan.rest.key, rest.value]);
    } else if (values.length > plan.items.length) {
      return failureInside(plan.items.length, failure('the wire schema has no place for this item'));
    }
    return { ok: true, value: fromEntries(members) };
  }

  *#pairs(plan: PlanOf<'pairs'>, value: JsonObject, names: readonly string[]): Encoding {
    const pairs: JsonValue[] = [];
    for (const name of names) {
      const key = runCoroutine(this.#encode(plan.keys, name));
      if (!key.ok) return failureInside(name, failure('a property cannot have this name'));
      const work = this.#slot(plan.value, own(value, name));
      const member = isResult(work) ? work : yield work;
      if (!member.ok) return failureInside(name, member);
      pairs.push({ [PAIR_KEY]: key.value, [PAIR_VALUE]: member.value });
    }
    return { ok: true, value: pairs };
  }

  *#record(plan: PlanOf<'record'>, value: JsonObject): Encoding {
    const members: Members = plan.tag === undefined ? [] : [[plan.tag.key, plan.tag.label]];
    let found = 0;
    for (const { key, name, slot } of plan.members) {
      const given = own(value, name);
      if (given !== undefined) found++;
      const work = this.#slot(slot, given);
      const member = isResult(work) ? work : yield work;
      if (!member.ok) return failureInside(name, member);
      members.push([key, member.value]);
    }
    const names = keysOf(value);
    const others = names.length === found ? [] : names.filter((name) => !plan.names.has(name));
    if (plan.additional !== undefined) {
      const pairs = yield this.#pairs(plan.additional.pairs, value, others);
      if (!pairs.ok) return pairs;
      members.push([plan.additional.key, pairs.value]);
    } else if (others[0] !== undefined) {
      return failureInside(others[0], failure('the wire schema has no place for this property'));
    }
    return { ok: true, value: fromEntries(members) };
  }

  *#box(plan: PlanOf<'box'>, value: JsonValue): Encoding {
    const work = this.#slot(plan.slot, value);
    const inner = isResult(work) ? work : yield work;
    if (!inner.ok) return inner;
    const tag = plan.tag === undefined ? {} : { [plan.tag.key]: plan.tag.label };
    return { ok: true, value: { ...tag, [BOX_KEY]: inner.value } };
  }
}
