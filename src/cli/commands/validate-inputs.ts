import { checkInputs, type TurnInputs } from '../../codex/check-inputs.js';
import type { ParsedFlags } from '../args/parsed-flags.js';
import type { CliIo } from '../io.js';
import { UsageError } from '../usage-error.js';

/**
 * Refuses a prompt, images and directories that codex could not use.
 *
 * @throws {UsageError} naming the flag or variable that is wrong
 */
export function validateInputs(inputs: TurnInputs, flags: ParsedFlags, io: CliIo): void {
  const found = checkInputs(inputs, io.cwd);
  if (found === null) return;
  const { option, value, problem } = found;
  switch (option) {
    case 'prompt':
      throw new UsageError(
        `The prompt is too long: ${problem}. Shorten it, or name files for codex to read.`,
      );
    case 'images':
      throw new UsageError(`${flags.sourceOf('image')} ${value} cannot be read: ${problem}.`);
    case 'cd':
      throw new UsageError(`${flags.sourceOf('cd')} ${value} cannot be used: ${problem}.`);
    case 'addDirs':
      throw new UsageError(`${flags.sourceOf('add-dir')} ${value} cannot be used: ${problem}.`);
  }
}
