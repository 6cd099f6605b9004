import { processIo } from './io.js';
import { main } from './main.js';

/** The command line on the real process. @returns the exit code */
export function runCli(): Promise<number> {
  return main(process.argv.slice(2), processIo());
}

/** The build runs it with streams of its own to warm the code cache. */
export { main };
