import { processIo } from './io.js';
import { main } from './main.js';

/** Runs the command line on the real process. @returns the exit code */
export function runCli(): Promise<number> {
  return main(process.argv.slice(2), processIo());
}

/** Runs the program that replaces codex in a client. @returns the exit code */
export async function runAppServer(): Promise<number> {
  const { appServerProgram } = await import('./commands/bridge/app-server-program.js');
  return appServerProgram(process.argv.slice(2), processIo());
}

/** The build runs commands with streams of its own to see what they load, and tests do to be fast. */
export { main, processIo };
