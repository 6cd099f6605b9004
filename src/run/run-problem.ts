import { type AdditionalContext, contextProblem } from '../codex/additional-context.js';
import type { Command } from '../codex/command.js';
import { assertCommand } from '../codex/options/assert-command.js';
import { assertOptions } from '../codex/options/assert-options.js';
import { withOptions } from '../codex/options/codex-options.js';
import { commandProblems } from '../codex/options/command-problems.js';
import type { TransportName } from '../outcome/outcome.js';
import { transportName } from './open-transport.js';
import { RUN_OPTIONS } from './option-validators.js';
import type { RunOptions } from './run-options.js';
import { type TurnCounts, turnsProblem } from './turns/turns-options.js';

/**
 * Returns why a command and its options cannot be used together, as one sentence; null if they can. The one set of
 * rules for the command line, the library and batch, whose own checks are only about types and flags.
 */
export function runProblem(
  command: Command,
  options: TurnCounts & { readonly additionalContext?: AdditionalContext },
  transport: TransportName,
): string | null {
  return (
    commandProblems(command)[0]?.message ??
    turnsProblem(command, options, transport) ??
    contextProblem(options.additionalContext ?? {})
  );
}

/**
 * Checks the arguments of a function of the library that runs a command.
 *
 * @param of - the function, as its caller writes it: `run()`
 * @throws {TypeError} if the command or an option cannot be used
 */
export function assertRun<T>(of: string, command: Command, options: RunOptions<T, never>): void {
  assertOptions(of, options, RUN_OPTIONS);
  assertCommand(of, command);
  const { transport = 'exec' } = options;
  const problem = runProblem(withOptions(command, options), options, transportName(transport));
  if (problem !== null) throw new TypeError(problem);
}
