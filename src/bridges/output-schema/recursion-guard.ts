import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Environment } from '../../codex/installation.js';

/** Counts nested bridges: if the configured codex is a wrapper script that starts the bridge, they recurse. */
const DEPTH_VARIABLE = 'CODEX_STRUCTURED_BRIDGE_DEPTH';

/** Agents that start agents may nest bridges legitimately, but not this deep. */
const MAX_DEPTH = 4;

/** The number of ancestors that are checked. */
const MAX_ANCESTORS = 64;

/**
 * Returns the environment for the codex behind the bridge; null if bridges recurse.
 *
 * @param above - the number of bridges among the ancestors, for wrappers that do not pass the environment on
 */
export function nestedEnvironment(
  env: Environment,
  above: number = countParentBridges(),
): Environment | null {
  const inherited = Number(/^\d{1,3}$/.exec(env[DEPTH_VARIABLE] ?? '')?.[0] ?? 0);
  const depth = Math.max(inherited, above);
  return depth >= MAX_DEPTH ? null : { ...env, [DEPTH_VARIABLE]: String(depth + 1) };
}

/** Counts the ancestors that run the same program. Returns 0 if the system does not say (not Linux). */
function countParentBridges(): number {
  const program = basename(process.argv[1] ?? '');
  let count = 0;
  let pid = process.ppid;
  try {
    for (let generation = 0; generation < MAX_ANCESTORS && pid > 1; generation += 1) {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      if (program !== '' && basename(words[1] ?? '') === program) count += 1;
      pid = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    }
  } catch {
    // /proc is missing or not readable, so the ancestors counted so far are all that is known.
  }
  return count;
}
