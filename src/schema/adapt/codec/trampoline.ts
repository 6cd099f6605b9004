import type { Step } from './step.js';

/**
 * Work that can wait for other work without waiting on the call stack: values may be nested deeper than
 * calls can be. It yields what it needs done first and is given the result.
 */
export interface Coroutine<T> extends Generator<Coroutine<T>, Step<T>, Step<T>> {}

/** What is known at once (most values are plain), or has to be worked out. */
export type MaybeCoroutine<T> = Step<T> | Coroutine<T>;

export function isResult<T>(work: MaybeCoroutine<T>): work is Step<T> {
  return 'ok' in work;
}

/** Does a piece of work and all that it asks for. */
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
