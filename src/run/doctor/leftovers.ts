import { readdir } from 'node:fs/promises';
import { isDead, ownerOf } from '../../platform/process/owner-tag.js';
import { temporaryDirectory } from '../../transports/exec/schema-file.js';
import { type DoctorContext, type Finding, ok, skipped, warning } from './check.js';

/** Checks for temporary folders of runs that were killed (SIGKILL, out of memory, power failure). */
export async function checkLeftovers({ env }: DoctorContext): Promise<Finding> {
  const path = temporaryDirectory(env);
  let names: readonly string[];
  try {
    names = await readdir(path);
  } catch {
    return skipped(`The temporary directory ${path} cannot be read.`);
  }
  const count = names.filter((name) => {
    const owner = ownerOf(name);
    return owner !== null && isDead(owner);
  }).length;
  if (count === 0) return ok('No temporary folders of killed runs.', { path, count });
  return warning(
    `${count === 1 ? 'A temporary folder is' : `${count} temporary folders are`} left of killed runs in ${path}.`,
    'The next run removes them; if they reappear, find out what kills the runs (memory, a CI limit).',
    { path, count },
  );
}
