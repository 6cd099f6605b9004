import type { UserInput } from '../../app-server/generated/protocol.js';
import { turnInput } from '../../app-server/thread/thread-settings.js';
import type { TurnInput } from './options.js';

/** Returns the inputs of a turn in codex's form; paths of images become absolute. */
export function inputOf(input: TurnInput, images: readonly string[], cwd: string): UserInput[] {
  if (typeof input === 'string') {
    return input === '' && images.length === 0 ? [] : turnInput(input, images, cwd);
  }
  return [...turnInput('', images, cwd).slice(0, images.length), ...input];
}
