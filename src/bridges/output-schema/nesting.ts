import type { Environment } from '../../codex/installation.js';

/** Counts the bridges above us: a wrapper script that calls us, named as the codex to call, is a circle. */
const DEPTH_VARIABLE = 'CODEX_STRUCTURED_BRIDGE_DEPTH';

/** An agent that starts an agent that starts an agent is unlikely, and still none too deep. */
const DEEPEST = 4;

/** The environment for what we start, or null where this goes on and on. */
export function oneDeeper(env: Environment): Environment | null {
  const depth = Number(/^\d{1,3}$/.exec(env[DEPTH_VARIABLE] ?? '')?.[0] ?? 0);
  return depth >= DEEPEST ? null : { ...env, [DEPTH_VARIABLE]: String(depth + 1) };
}
