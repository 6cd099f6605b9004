import type { CliIo } from '../io.js';

/** Whether stdout is read by a person who has not asked to be spared colours. */
export function stdoutColor({ stdout, env }: CliIo): boolean {
  const isTerminal = 'isTTY' in stdout && stdout.isTTY === true;
  return isTerminal && !env['NO_COLOR'] && env['TERM'] !== 'dumb';
}
