import { STDIN_GRACE_MS } from './server-options.js';

interface Stoppable {
  stop(stdinGraceMs: number): Promise<void>;
}

/** Servers without a turn, which do not keep this process alive. */
const idle = new Set<Stoppable>();

/** Runs on `beforeExit`, which Node emits when the program has no other work. */
function stopAll(): void {
  for (const server of idle) void server.stop(STDIN_GRACE_MS);
}

/** Stops the server when the program has no other work. */
export function stopWithProgram(server: Stoppable): void {
  // There is one listener for all servers, since Node warns about more than ten.
  if (idle.size === 0) process.on('beforeExit', stopAll);
  idle.add(server);
}

/** Reverts {@link stopWithProgram} when the server is used again or is already being stopped. */
export function noLongerIdle(server: Stoppable): void {
  idle.delete(server);
  if (idle.size === 0) process.off('beforeExit', stopAll);
}
