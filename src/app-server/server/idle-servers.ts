import { STDIN_GRACE_MS } from './launch.js';

interface EndedByStop {
  stop(stdinGraceMs: number): Promise<void>;
}

/** Servers that nobody uses, and that do not keep this process alive. */
const idle = new Set<EndedByStop>();

/** Node says so when nothing is left to do; ending the servers in order is the last thing that is. */
function endAll(): void {
  for (const server of idle) void server.stop(STDIN_GRACE_MS);
}

/** When the program has nothing else to do, this server is ended. */
export function endWithProgram(server: EndedByStop): void {
  // One listener for all of them: Node warns of more than ten.
  if (idle.size === 0) process.on('beforeExit', endAll);
  idle.add(server);
}

/** The server is used again, or is being ended by somebody else. */
export function noLongerIdle(server: EndedByStop): void {
  idle.delete(server);
  if (idle.size === 0) process.off('beforeExit', endAll);
}
