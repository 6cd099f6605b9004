import type { JsonValue } from '../../../json/value.js';
import type { Plan, PlanOf } from './plan.js';
import { failure, likelierFailure, type Step } from './step.js';
import { type Coroutine, isResult, type MaybeCoroutine } from './trampoline.js';

/**
 * Tries the branches of unions, and remembers the results: without this, unions inside unions would take
 * exponential time.
 */
export class UnionAttempts<T> {
  readonly #tried = new Map<JsonValue, Map<Plan, Step<T>>>();
  readonly #attempt: (branch: Plan, value: JsonValue) => MaybeCoroutine<T>;

  constructor(attempt: (branch: Plan, value: JsonValue) => MaybeCoroutine<T>) {
    this.#attempt = attempt;
  }

  /** Returns the result of the first branch that fits, else the failure that got furthest. */
  *first(plan: PlanOf<'union'>, value: JsonValue): Coroutine<T> {
    const isCompound = typeof value === 'object' && value !== null;
    const known = isCompound ? this.#tried.get(value)?.get(plan) : undefined;
    if (known !== undefined) return known;
    let result: Step<T> = failure('no value is allowed here');
    for (const [index, branch] of plan.branches.entries()) {
      const work = this.#attempt(branch, value);
      const attempt = isResult(work) ? work : yield work;
      result = attempt.ok || result.ok || index === 0 ? attempt : likelierFailure(result, attempt);
      if (attempt.ok) break;
    }
    if (isCompound) {
      const tried = this.#tried.get(value) ?? new Map<Plan, Step<T>>();
      this.#tried.set(value, tried.set(plan, result));
    }
    return result;
  }
}
