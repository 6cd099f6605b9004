import { fromEntries } from '../../../json/exact.js';
import { isJsonObject, type JsonObject, type JsonValue } from '../../../json/value.js';
import { isArray, own } from '../../dialect/draft.js';
import { fromText } from './json-text.js';
import {
  BOX_KEY,
  PAIR_KEY,
  PAIR_VALUE,
  type Plan,
  type PlanOf,
  resolved,
  type Slot,
  type Tag,
} from './plan.js';
import { decodeScalar } from './scalar.js';
import { type Failure, failure, failureInside, notListed, type Step, typeMismatch } from './step.js';
import { type Coroutine, isResult, type MaybeCoroutine, runCoroutine } from './trampoline.js';
import { UnionAttempts } from './union-attempts.js';

type Members = [key: string, value: JsonValue][];

/** Undefined if the wire says that the value is absent. */
type Decoded = JsonValue | undefined;
type Decoding = Coroutine<Decoded>;

const PAIR = [{ key: PAIR_KEY }, { key: PAIR_VALUE }];
const BOX = [{ key: BOX_KEY }];
const TOO_EARLY = 'it is missing, but a later item is present';

/** Decodes one wire value to an author value; results for alternatives of its parts are remembered. */
export class Decoder {
  readonly #unions = new UnionAttempts<Decoded>((branch, value) => this.#decode(branch, value));

  decode(plan: Plan, value: JsonValue): Step {
    const step = runCoroutine(this.#decode(plan, value));
    return step.ok ? { ok: true, value: step.value ?? null } : step;
  }

  #decode(given: Plan, value: JsonValue): MaybeCoroutine<Decoded> {
    const plan = resolved(given);
    switch (plan.kind) {
      case 'scalar':
        return decodeScalar(plan, value);
      case 'enum':
        return plan.values.includes(value) ? { ok: true, value } : notListed();
      case 'labels': {
        const known = typeof value === 'string' ? plan.byLabel.get(value) : undefined;
        return known === undefined ? notListed() : { ok: true, value: known };
      }
      case 'text': {
        if (typeof value !== 'string') return typeMismatch('JSON text in a string', value);
        const parsed = fromText(value);
        return parsed.ok ? parsed : failure('the string is not JSON text');
      }
      case 'list':
        return isArray(value) ? this.#list(plan, value, []) : typeMismatch('an array', value);
      case 'pairs':
        return this.#pairs(plan, value, [], undefined);
      case 'union':
        return this.#unions.first(plan, value);
      default:
        if (!isJsonObject(value)) return typeMismatch('an object', value);
        if (plan.kind === 'record') return this.#record(plan, value);
        return plan.kind === 'tuple' ? this.#tuple(plan, value) : this.#box(plan, value);
    }
  }

  #slot(slot: Slot, value: JsonValue | undefined): MaybeCoroutine<Decoded> {
    if (value === undefined) return failure('it is missing');
    if (value === null && slot.onNull !== 'refused') {
      return { ok: true, value: slot.onNull === 'null' ? null : undefined };
    }
    if (slot.nullKey !== undefined && isJsonObject(value)) {
      const isNull = Object.keys(value).length === 1 && own(value, slot.nullKey) === true;
      if (isNull) return { ok: true, value: null };
    }
    const { plan } = slot;
    return plan === undefined ? failure('no value is allowed here') : this.#decode(plan, value);
  }

  /** Appends the items to those decoded before. */
  *#list(plan: PlanOf<'list'>, value: readonly JsonValue[], items: JsonValue[]): Decoding {
    if (value.length < plan.minItems || value.length > plan.maxItems) {
      return failure('the number of items is not allowed');
    }
    for (const [index, item] of value.entries()) {
      const work = this.#slot(plan.item, item);
      const step = isResult(work) ? work : yield work;
      if (!step.ok) return failureInside(index, step);
      items.push(step.value ?? null);
    }
    return { ok: true, value: items };
  }

  *#tuple(plan: PlanOf<'tuple'>, value: JsonObject): Decoding {
    const { rest } = plan;
    const wrong = wrongKeys(value, rest === undefined ? plan.items : [...plan.items, rest], undefined);
    if (wrong !== undefined) return wrong;
    const items: JsonValue[] = [];
    let end: string | undefined;
    for (const { key, slot } of plan.items) {
      const work = this.#slot(slot, own(value, key));
      const step = isResult(work) ? work : yield work;
      if (!step.ok) return failureInside(key, step);
      if (step.value === undefined) end ??= key;
      else if (end !== undefined) return failureInside(end, failure(TOO_EARLY));
      else items.push(step.value);
    }
    if (rest === undefined) return { ok: true, value: items };
    const more = own(value, rest.key);
    if (!isArray(more)) return failureInside(rest.key, typeMismatch('an array', more ?? null));
    if (end !== undefined && more.length > 0) return failureInside(end, failure(TOO_EARLY));
    const step = yield this.#list(rest.list, more, items);
    return step.ok ? step : failureInside(rest.key, step);
  }

  /** Adds the members to those decoded before. */
  *#pairs(
    plan: PlanOf<'pairs'>,
    value: JsonValue,
    members: Members,
    taken: ReadonlySet<string> | undefined,
  ): Decoding {
    if (!isArray(value)) return typeMismatch('a list of key/value pairs', value);
    const seen = new Set<string>();
    for (const [index, pair] of value.entries()) {
      if (!isJsonObject(pair)) return failureInside(index, typeMismatch('a key/value pair', pair));
      const wrong = wrongKeys(pair, PAIR, undefined);
      if (wrong !== undefined) return failureInside(index, wrong);
      const key = runCoroutine(this.#decode(plan.keys, own(pair, PAIR_KEY) ?? null));
      if (!key.ok) return failureInside(index, failureInside(PAIR_KEY, key));
      const name = String(key.value);
      const why = seen.has(name) ? 'occurs twice' : taken?.has(name) ? 'is a property of its own' : undefined;
      if (why !== undefined)
        return failureInside(
          index,
          failureInside(PAIR_KEY, failure(`the key ${JSON.stringify(name)} ${why}`)),
        );
      seen.add(name);
      const work = this.#slot(plan.value, own(pair, PAIR_VALUE));
      const member = isResult(work) ? work : yield work;
      if (!member.ok) return failureInside(index, failureInside(PAIR_VALUE, member));
      members.push([name, member.value ?? null]);
    }
    return { ok: true, value: fromEntries(members) };
  }

  *#record(plan: PlanOf<'record'>, value: JsonObject): Decoding {
    const { additional: extras } = plan;
    const wrong = wrongKeys(value, extras === undefined ? plan.members : [...plan.members, extras], plan.tag);
    if (wrong !== undefined) return wrong;
    const members: Members = [];
    for (const { key, name, slot } of plan.members) {
      const work = this.#slot(slot, own(value, key));
      const step = isResult(work) ? work : yield work;
      if (!step.ok) return failureInside(key, step);
      if (step.value !== undefined) members.push([name, step.value]);
    }
    if (extras === undefined) return { ok: true, value: fromEntries(members) };
    const step = yield this.#pairs(extras.pairs, own(value, extras.key) ?? null, members, plan.names);
    return step.ok ? step : failureInside(extras.key, step);
  }

  *#box(plan: PlanOf<'box'>, value: JsonObject): Decoding {
    const wrong = wrongKeys(value, BOX, plan.tag);
    if (wrong !== undefined) return wrong;
    const work = this.#slot(plan.slot, own(value, BOX_KEY));
    const step = isResult(work) ? work : yield work;
    return step.ok ? step : failureInside(BOX_KEY, step);
  }
}

/**
 * Returns the failure of an object whose keys are not exactly those wanted; alternatives are distinguished
 * by that.
 */
function wrongKeys(
  value: JsonObject,
  wanted: readonly { readonly key: string }[],
  tag: Tag | undefined,
): Failure | undefined {
  if (tag !== undefined && own(value, tag.key) !== tag.label) {
    return failure(`it is not the alternative ${JSON.stringify(tag.label)}`);
  }
  for (const { key } of wanted) {
    if (!Object.hasOwn(value, key)) return failure(`the property ${JSON.stringify(key)} is missing`);
  }
  const count = wanted.length + (tag === undefined ? 0 : 1);
  const isComplete = Object.keys(value).length === count;
  return isComplete ? undefined : failure('it has properties that are not in the wire schema');
}
