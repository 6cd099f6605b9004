import { EXIT_INTERNAL, EXIT_USAGE } from '../../../outcome/exit-codes.js';
import { parseArgs } from '../../args/parse-args.js';
import type { ParsedArgs } from '../../args/parsed-flags.js';
import { flagsNamed } from '../../flags/table.js';
import type { CliIo } from '../../io.js';
import { Messenger } from '../../output/messenger.js';
import { UsageError } from '../../usage-error.js';
import { callCodex, OUTPUT_SCHEMA_FLAGS } from './output-schema.js';

/**
 * The program that stands where a client looks for codex (`CODEX_PATH`): all of its arguments are codex's, and
 * our own flags come from the environment.
 *
 * @returns the exit code; never rejects
 */
export async function appServerProgram(argv: readonly string[], io: CliIo): Promise<number> {
  try {
    return await callCodex(argv, () => fromEnvironment(io), io);
  } catch (error) {
    const isUsage = error instanceof UsageError;
    const words = error instanceof Error ? error.message : String(error);
    new Messenger(io).error(isUsage ? words : `internal error: ${words}. Please report it.`);
    return isUsage ? EXIT_USAGE : EXIT_INTERNAL;
  }
}

function fromEnvironment(io: CliIo): ParsedArgs {
  const args = parseArgs([], flagsNamed(OUTPUT_SCHEMA_FLAGS), io.env);
  if (args === 'help') throw new Error('nobody asked for help');
  return args;
}
