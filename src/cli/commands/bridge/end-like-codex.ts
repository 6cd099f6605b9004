import { constants } from 'node:os';
import type { ExitStatus } from '../../../platform/process/managed-child.js';

/**
 * The exit code that codex had. Where a signal ended it, the same one ends us, so that whoever waits for us
 * sees what it would have seen.
 */
export async function exitLikeCodex({ exitCode, signal }: ExitStatus): Promise<number> {
  if (signal === null) return exitCode ?? 0;
  const name = signal as NodeJS.Signals;
  process.removeAllListeners(name);
  process.kill(process.pid, name);
  // A signal that is ignored here, or is none of this system's, has no effect.
  await new Promise((resolve) => setTimeout(resolve, 100));
  return 128 + (constants.signals[name] ?? 0);
}
