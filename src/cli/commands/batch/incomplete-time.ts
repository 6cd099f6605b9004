import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { BatchPlan } from './batch-plan.js';

/**
 * Returns the modification time that the results have while some are missing: they are older than the inputs of the
 * batch, so that make runs it again. Null if that is not known, as for inputs from a pipe.
 */
export function incompleteTime({ inputFiles, tasks }: Pick<BatchPlan, 'inputFiles' | 'tasks'>): Date | null {
  const { input } = tasks;
  const matched = input.kind === 'files' ? (input.paths ?? []).map((path) => resolve(input.cwd, path)) : [];
  const times = [...inputFiles, ...matched].flatMap((path) => {
    const stats = statSync(path, { throwIfNoEntry: false });
    return stats?.isFile() === true ? [stats.mtimeMs] : [];
  });
  if (times.length === 0) return null;
  // Some file systems have times in whole seconds.
  return new Date(times.reduce((oldest, time) => Math.min(oldest, time)) - 1000);
}
