import { createContext, Script } from 'node:vm';

/** Synchronous work took longer than it may. */
export class OutOfTimeError extends Error {
  override readonly name = 'OutOfTimeError';
}

/** One for all: making a context takes longer than most work. */
const context = createContext({ work: null });
const script = new Script('work()');

/**
 * Does synchronous work, and stops it in the middle if it takes too long. A timer could not: nothing else runs
 * meanwhile.
 *
 * @param ms - at least 1
 * @throws {OutOfTimeError}
 */
export function interruptible<T>(work: () => T, ms: number): T {
  try {
    context['work'] = work;
    return script.runInContext(context, { timeout: ms }) as T;
  } catch (error) {
    // It is an error of the other context, so `instanceof` does not know it.
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
      throw new OutOfTimeError(`It took longer than ${ms} ms.`);
    }
    throw error;
  }
}
