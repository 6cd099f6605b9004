import type { UserInput } from '../../app-server/generated/protocol.js';
import { turnInput } from '../../app-server/thread/thread-settings.js';
import type { TurnInput } from './options.js';

/** The inputs of a turn as codex takes them; paths of images are made absolute. */
export function inputOf(input: TurnInput, images: readonly string[], cwd: string): UserInput[] {
  if (typeof input === 'string') {
    return input === '' && images.length === 0 ? [] : turnInput(input, images, cwd);
  }
  return [...turnInput('', images, cwd).slice(0, images.length), ...input];
}
