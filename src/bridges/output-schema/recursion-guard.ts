import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
import type { Environment } from '../../codex/installation.js';

/** Counts the bridges above us: a wrapper script that calls us, named as the codex to call, is a circle. */
const DEPTH_VARIABLE = 'CODEX_STRUCTURED_BRIDGE_DEPTH';

/** An agent that starts an agent that starts an agent is unlikely, and still none too deep. */
const DEEPEST = 4;

/** Further up than any such circle has to be looked for. */
const MOST_ANCESTORS = 64;

/**
 * The environment for what we start, or null where this goes on and on.
 *
 * @param above - how many of us are above us, for wrappers that start us without our environment
 */
export function nestedEnvironment(
  env: Environment,
  above: number = countParentBridges(),
): Environment | null {
  const told = Number(/^\d{1,3}$/.exec(env[DEPTH_VARIABLE] ?? '')?.[0] ?? 0);
  const depth = Math.max(told, above);
  return depth >= DEEPEST ? null : { ...env, [DEPTH_VARIABLE]: String(depth + 1) };
}

/** How many of our ancestors run the same program; 0 where the system does not say (not Linux). */
function countParentBridges(): number {
  const program = basename(process.argv[1] ?? '');
  let count = 0;
  let pid = process.ppid;
  try {
    for (let generation = 0; generation < MOST_ANCESTORS && pid > 1; generation += 1) {
      const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
      if (program !== '' && basename(words[1] ?? '') === program) count += 1;
      pid = Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    }
  } catch {
    // No /proc, or not for us to read: what was counted so far is all there is to know.
  }
  return count;
}
