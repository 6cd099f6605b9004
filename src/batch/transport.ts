import { availableParallelism } from 'node:os';

/**
 * Turns that one app server takes before another one takes over. It keeps about 0.7 MB of every thread that it
 * ever had (codex 0.171.0), beside some 45 MB of its own; a new one costs as much as three or four tasks.
 */
export const TURNS_PER_SERVER = 150;

/**
 * How many tasks run at once unless the caller says: most of a task is waiting for the model, so the app server
 * runs four a core, at most 16 (an account has its limits too); `codex exec` is a process each, one a core.
 */
export function defaultConcurrency(transport: string, cores = availableParallelism()): number {
  return transport === 'exec' ? cores : Math.min(4 * cores, 16);
}
