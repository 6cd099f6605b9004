import { closeSync, openSync } from 'node:fs';
import { devNull } from 'node:os';
import { createContext, Script } from 'node:vm';

/** Synchronous work exceeded its time limit. */
export class TimeLimitError extends Error {
  override readonly name = 'OutOfTimeError';
}

/** Shared, since creating a context takes longer than most work. */
const context = createContext({ work: null });
const script = new Script('work()');

/** More than the watchdog thread of Node 20 to 24 needs, which has an event loop of its own. */
const DESCRIPTORS = 12;

/**
 * Runs synchronous work, and interrupts it if it takes too long. A timer could not: it would not fire meanwhile.
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
    // The error belongs to the other context, so `instanceof` does not work.
    if ((error as NodeJS.ErrnoException | undefined)?.code === 'ERR_SCRIPT_EXECUTION_TIMEOUT') {
      throw new TimeLimitError(`It took longer than ${ms} ms.`);
    }
    throw error;
  }
}

/** Node aborts the process if it cannot create the watchdog thread, so check for free descriptors first. */
function requireDescriptors(): void {
  const opened: number[] = [];
  try {
    while (opened.length < DESCRIPTORS) opened.push(openSync(devNull, 'r'));
  } finally {
    for (const descriptor of opened) closeSync(descriptor);
  }
}
