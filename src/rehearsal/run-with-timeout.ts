import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { createContext, Script } from 'node:vm';

/** Synchronous work took longer than it may. */
export class TimeLimitError extends Error {
  override readonly name = 'OutOfTimeError';
}

/** One for all: making a context takes longer than most work. */
const context = createContext({ work: null });
const script = new Script('work()');

/** What the thread that watches the time needs (Node 20 to 24: an event loop of its own), and some to spare. */
const DESCRIPTORS = 12;

/**
 * Does synchronous work, and stops it in the middle if it takes too long. A timer could not: nothing else runs
 * meanwhile.
 *
 * @param ms - at least 1
 * @throws {TimeLimitError}
 * @throws the system's error (`EMFILE`, `ENFILE`) if too few file descriptors are free
 */
export function runWithTimeout<T>(work: () => T, ms: number): T {
  requireDescriptors();
  try {
    context['work'] = work;
    return script.runInContext(context, { timeout: ms }) as T;
  } catch (error) {
    // It is an error of the other context, so `instanceof` does not know it.
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
      throw new TimeLimitError(`It took longer than ${ms} ms.`);
    }
    throw error;
  }
}

/** Node does not throw if it cannot make the thread that watches the time: it aborts the process. */
function requireDescriptors(): void {
  const opened: number[] = [];
  try {
    while (opened.length < DESCRIPTORS) opened.push(openSync(devNull, 'r'));
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
