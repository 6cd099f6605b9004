import type { CliIo } from '../io.js';

/** Returns whether to print color to stdout. */
export function stdoutColor({ stdout, env }: CliIo): boolean {
  const isTerminal = 'isTTY' in stdout && stdout.isTTY === true;
  return isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}
