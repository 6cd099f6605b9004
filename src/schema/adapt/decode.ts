import type { JsonObject, JsonValue } from '../../json/value.js';
import { isArray, isObject, own } from '../dialect/draft.js';
import { fromText } from './json-text.js';
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
  type Tag,
  type TuplePlan,
  type UnionPlan,
} from './plan.js';
import { closer, type Failed, failed, inside, mistyped, type Step, setOwn, unlisted } from './result.js';
import { decodeScalar } from './scalar-codec.js';

type Members = { [key: string]: JsonValue };

/** Wire value → author value, for one value: alternatives that were tried for a part of it are remembered. */
export class Decoder {
  readonly #tried = new Map<JsonValue, Map<UnionPlan, Step>>();

  decode(given: Plan, value: JsonValue): Step {
    const plan = resolved(given);
    switch (plan.kind) {
      case 'scalar':
        return decodeScalar(plan, value);
      case 'enum':
        return plan.values.includes(value) ? { ok: true, value } : unlisted();
      case 'labels': {
        const known = typeof value === 'string' ? plan.byLabel.get(value) : undefined;
        return known === undefined ? unlisted() : { ok: true, value: known };
      }
      case 'text': {
        if (typeof value !== 'string') return mistyped('JSON text in a string', value);
        const parsed = fromText(value);
        return parsed.ok ? parsed : failed('the string is not JSON text');
      }
      case 'list':
        return this.#list(plan, value);
      case 'pairs':
        return this.#pairs(plan, value, {}, undefined);
      case 'union':
        return this.#union(plan, value);
      default:
        if (!isObject(value)) return mistyped('an object', value);
        if (plan.kind === 'record') return this.#record(plan, value);
        return plan.kind === 'tuple' ? this.#tuple(plan, value) : this.#box(plan, value);
    }
  }

  /** Undefined as a value: there is none. */
  slot(slot: Slot, value: JsonValue): Step<JsonValue | undefined> {
    if (value === null && slot.onNull !== 'refused') {
      return { ok: true, value: slot.onNull === 'null' ? null : undefined };
    }
    if (slot.nullKey !== undefined && isObject(value)) {
      const keys = Object.keys(value);
      if (keys.length === 1 && own(value, slot.nullKey) === true) return { ok: true, value: null };
    }
    return slot.plan === undefined
      ? failed('there is no value for this place')
      : this.decode(slot.plan, value);
  }

  #list(plan: ListPlan, value: JsonValue): Step<JsonValue[]> {
    if (!isArray(value)) return mistyped('an array', value);
    if (value.length < plan.minItems || value.length > plan.maxItems)
      return failed('the number of items is not allowed');
    const items: JsonValue[] = [];
    for (const [index, item] of value.entries()) {
      const step = this.slot(plan.item, item);
      if (!step.ok) return inside(index, step);
      items.push(step.value ?? null);
    }
    return { ok: true, value: items };
  }

  #tuple(plan: TuplePlan, value: JsonObject): Step {
    const wrong = wrongKeys(
      value,
      [...plan.items, ...(plan.rest === undefined ? [] : [plan.rest])],
      undefined,
    );
    if (wrong !== undefined) return wrong;
    const items: JsonValue[] = [];
    let end: string | undefined;
    for (const { key, slot } of plan.items) {
      const step = this.slot(slot, own(value, key) ?? null);
      if (!step.ok) return inside(key, step);
      if (step.value === undefined) end ??= key;
      else if (end !== undefined) return inside(end, failed('it is left out, but a later item is there'));
      else items.push(step.value);
    }
    if (plan.rest === undefined) return { ok: true, value: items };
    const rest = this.#list(plan.rest.list, own(value, plan.rest.key) ?? null);
    if (!rest.ok) return inside(plan.rest.key, rest);
    if (end !== undefined && rest.value.length > 0)
      return inside(end, failed('it is left out, but a later item is there'));
    return { ok: true, value: [...items, ...rest.value] };
  }

  #pairs(plan: PairsPlan, value: JsonValue, members: Members, taken: ReadonlySet<string> | undefined): Step {
    if (!isArray(value)) return mistyped('a list of key/value pairs', value);
    const seen = new Set<string>();
    for (const [index, pair] of value.entries()) {
      if (!isObject(pair)) return inside(index, mistyped('a key/value pair', pair));
      const wrong = wrongKeys(pair, PAIR, undefined);
      if (wrong !== undefined) return inside(index, wrong);
      const key = this.decode(plan.keys, own(pair, PAIR_KEY) ?? null);
      if (!key.ok) return inside(index, inside(PAIR_KEY, key));
      const name = String(key.value);
      if (seen.has(name))
        return inside(index, inside(PAIR_KEY, failed(`the key ${JSON.stringify(name)} is there twice`)));
      if (taken?.has(name) === true) {
        return inside(index, inside(PAIR_KEY, failed(`${JSON.stringify(name)} is a property of its own`)));
      }
      seen.add(name);
      const member = this.slot(plan.value, own(pair, PAIR_VALUE) ?? null);
      if (!member.ok) return inside(index, inside(PAIR_VALUE, member));
      setOwn(members, name, member.value ?? null);
    }
    return { ok: true, value: members };
  }

  #record(plan: RecordPlan, value: JsonObject): Step {
    const wrong = wrongKeys(
      value,
      plan.extras === undefined ? plan.members : [...plan.members, plan.extras],
      plan.tag,
    );
    if (wrong !== undefined) return wrong;
    const members: Members = {};
    for (const { key, name, slot } of plan.members) {
      const step = this.slot(slot, own(value, key) ?? null);
      if (!step.ok) return inside(key, step);
      if (step.value !== undefined) setOwn(members, name, step.value);
    }
    if (plan.extras === undefined) return { ok: true, value: members };
    const { key, pairs } = plan.extras;
    const step = this.#pairs(pairs, own(value, key) ?? null, members, plan.names);
    return step.ok ? step : inside(key, step);
  }

  #box(plan: BoxPlan, value: JsonObject): Step {
    const wrong = wrongKeys(value, BOX, plan.tag);
    if (wrong !== undefined) return wrong;
    const step = this.slot(plan.slot, own(value, BOX_KEY) ?? null);
    return step.ok ? { ok: true, value: step.value ?? null } : inside(BOX_KEY, step);
  }

  #union(plan: UnionPlan, value: JsonValue): Step {
    const isCompound = typeof value === 'object' && value !== null;
    const tried = isCompound ? this.#tried.get(value) : undefined;
    const known = tried?.get(plan);
    if (known !== undefined) return known;
    let result: Step = failed('there is no value for this place');
    for (const [index, branch] of plan.branches.entries()) {
      const attempt = this.decode(branch, value);
      result = attempt.ok || result.ok || index === 0 ? attempt : closer(result, attempt);
      if (attempt.ok) break;
    }
    if (isCompound) {
      if (tried !== undefined) tried.set(plan, result);
      else this.#tried.set(value, new Map([[plan, result]]));
    }
    return result;
  }
}

const PAIR = [{ key: PAIR_KEY }, { key: PAIR_VALUE }];
const BOX = [{ key: BOX_KEY }];

/** A wire object has all its keys and no others; that is also how alternatives are told apart. */
function wrongKeys(
  value: JsonObject,
  expectedKeys: readonly { readonly key: string }[],
  tag: Tag | undefined,
): Failed | undefined {
  if (tag !== undefined && own(value, tag.key) !== tag.label)
    return failed(`it is not the alternative "${tag.label}"`);
  for (const { key } of expectedKeys)
    if (!Object.hasOwn(value, key)) return failed(`the property "${key}" is missing`);
  const count = expectedKeys.length + (tag === undefined ? 0 : 1);
  return Object.keys(value).length === count
    ? undefined
    : failed('it has properties that are not in the wire schema');
}
