import { waitAtMost } from '../../platform/time/wait-at-most.js';
import type { AppServer } from '../server/server.js';

const LIMIT_MS = 2_000;

/**
 * Ends the commands of a thread that are still running. codex keeps them beyond the end of their turn, also of
 * one that was interrupted (0.171.0): only the end of `codex exec` ends them there.
 *
 * Never rejects: a server that does not know how, or does not answer, ends them with itself.
 */
export async function endCommands(server: AppServer, threadId: string): Promise<void> {
  if (server.exit !== null) return;
  const cleaned = server.request('thread/backgroundTerminals/clean', { threadId }).catch(() => undefined);
  await waitAtMost(cleaned, LIMIT_MS);
}
