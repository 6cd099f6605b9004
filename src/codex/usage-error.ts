import type { UnsupportedFailure } from '../outcome/outcome.js';
import { type Capability, capabilityOfFlag, type Need, unsupportedFailure } from './capabilities.js';
import type { Command } from './command.js';

/**
 * Reads from the words with which `codex exec` refused its arguments (exit code 2, no event, stderr) what this
 * codex lacks; null if it lacks nothing that the call needs.
 */
export function usageErrorFailure(
  command: Command,
  needs: readonly Need[],
  stderr: string,
  version: string | null,
): UnsupportedFailure | null {
  const capability = refusedIn(command, stderr);
  const isNeeded = needs.some((need) => need.capability === capability);
  return capability !== null && isNeeded ? unsupportedFailure(capability, version, true) : null;
}

function refusedIn(command: Command, stderr: string): Capability | null {
  const argument = unexpectedArgument(stderr);
  if (command.subcommand === 'fork') {
    // Without the subcommand, `fork` is taken for the prompt, and the session is one argument too many.
    const isUnknown = stderr.includes("unrecognized subcommand 'fork'");
    if (isUnknown || argument === command.session || argument === '--output-schema') return 'exec_fork';
  }
  if (argument === null) return null;
  if (command.subcommand === 'resume' && (argument === '--output-schema' || argument === '--json')) {
    return 'resume_output_schema';
  }
  return argument === '--output-schema' ? 'exec_output_schema' : capabilityOfFlag(argument);
}

/** The argument that codex does not know, without the value of a flag; null if that is not the trouble. */
export function unexpectedArgument(stderr: string): string | null {
  const argument = /unexpected argument '([^']*)'/.exec(stderr)?.[1];
  if (argument === undefined) return null;
  return argument.startsWith('--') ? (argument.split('=', 1)[0] ?? argument) : argument;
}
