import type { UnsupportedFailure } from '../outcome/outcome.js';
import { type Capability, capabilityOfFlag, type Need, unsupportedFailure } from './capabilities.js';
import type { Command } from './command.js';

/**
 * Returns the missing feature behind a usage error of `codex exec` (exit code 2, no event), as a failure; null if the
 * error is about anything else.
 */
export function usageErrorFailure(
  command: Command,
  needs: readonly Need[],
  stderr: string,
  version: string | null,
): UnsupportedFailure | null {
  const capability = rejectedIn(command, stderr);
  const isNeeded = needs.some((need) => need.capability === capability);
  return capability !== null && isNeeded ? unsupportedFailure(capability, version, true) : null;
}

function rejectedIn(command: Command, stderr: string): Capability | null {
  const argument = unexpectedArgument(stderr);
  if (command.subcommand === 'fork') {
    // A codex without `fork` reads it as the prompt, and the session as an unexpected argument.
    const isUnknown = stderr.includes("unrecognized subcommand 'fork'");
    if (isUnknown || argument === command.session || argument === '--output-schema') return 'exec_fork';
  }
  if (argument === null) return null;
  if (command.subcommand === 'resume' && (argument === '--output-schema' || argument === '--json')) {
    return 'resume_output_schema';
  }
  return argument === '--output-schema' ? 'exec_output_schema' : capabilityOfFlag(argument);
}

/** Returns the unexpected argument in a usage error, without a flag's value; null if the error is another one. */
export function unexpectedArgument(stderr: string): string | null {
  const argument = /unexpected argument '([^']*)'/.exec(stderr)?.[1];
  if (argument === undefined) return null;
  return argument.startsWith('--') ? (argument.split('=', 1)[0] ?? argument) : argument;
}
