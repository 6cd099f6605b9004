import { waitAtMost } from '../../platform/time/wait-at-most.js';
import type { AppServer } from '../server/server.js';

const LIMIT_MS = 2_000;

/**
 * Stops a thread's running commands. The app server (0.171.0) keeps them after the end of their turn, even if it was
 * interrupted, while `codex exec` stops them when it exits.
 *
 * Never rejects: if the server does not support it or does not answer, the commands end with the server.
 */
export async function endCommands(server: AppServer, threadId: string): Promise<void> {
  if (server.exit !== null) return;
  const cleaned = server.request('thread/backgroundTerminals/clean', { threadId }).catch(() => undefined);
  await waitAtMost(cleaned, LIMIT_MS);
}
