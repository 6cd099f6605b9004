import { execFileSync } from 'node:child_process';

/** How long an idle machine takes to start Node, at most. */
const IDLE_START_MS = 60;

/** A test that waits for a limit to expire has to end before its own limit of three minutes. */
const MOST_MS = 60_000;

/**
 * Stretches a time limit that the product is given by a test, so that what must happen within it does so on a busy
 * machine as well: by how much longer than on an idle one it takes to start a process right now.
 */
export function paced(ms: number): number {
  const began = performance.now();
  execFileSync(process.execPath, ['-e', '0']);
  const pace = Math.max(1, (performance.now() - began) / IDLE_START_MS);
  return Math.max(ms, Math.min(Math.round(ms * pace), MOST_MS));
}
