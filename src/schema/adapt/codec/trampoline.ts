import type { Step } from './step.js';

/**
 * A computation that does not use the call stack to wait for others, since values may be nested deeper than
 * the call stack allows. It yields the computation it depends on and receives its result.
 */
export interface Coroutine<T> extends Generator<Coroutine<T>, Step<T>, Step<T>> {}

/** A result that is known at once (most values are scalars), or the computation of it. */
export type MaybeCoroutine<T> = Step<T> | Coroutine<T>;

export function isResult<T>(work: MaybeCoroutine<T>): work is Step<T> {
  return 'ok' in work;
}

/** Runs a computation and all computations that it yields. */
export function runCoroutine<T>(work: MaybeCoroutine<T>): Step<T> {
  if (isResult(work)) return work;
  const waiting: Coroutine<T>[] = [];
  let task: Coroutine<T> | undefined = work;
  let next = task.next();
  while (task !== undefined) {
    if (next.done !== true) {
      waiting.push(task);
      task = next.value;
      next = task.next();
      continue;
    }
    const result: Step<T> = next.value;
    task = waiting.pop();
    if (task === undefined) return result;
    next = task.next(result);
  }
  throw new Error('work without a result');
}
