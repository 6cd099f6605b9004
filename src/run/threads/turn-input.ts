import { resolve } from 'node:path';
import type { UserInput } from '../../app-server/generated/protocol.js';
import { turnInput } from '../../app-server/thread/thread-settings.js';
import { checkInputs, inputProblemMessage } from '../../codex/check-inputs.js';
import type { ThreadOptions, TurnInput, TurnOptions } from './options.js';

/**
 * Returns which input of a turn codex cannot use, as one sentence; null if it can use all.
 *
 * @param serverCwd - the base of the thread's directory
 */
export function turnInputProblem(
  input: TurnInput,
  turn: Pick<TurnOptions, 'cwd' | 'images'>,
  thread: Pick<ThreadOptions, 'cwd' | 'addDirs'>,
  serverCwd: string,
): string | null {
  const base = resolve(serverCwd, thread.cwd ?? '.');
  const directory = resolve(base, turn.cwd ?? '.');
  const items = typeof input === 'string' ? [] : input;
  const prompt =
    typeof input === 'string' ? input : items.map((item) => (item.type === 'text' ? item.text : '')).join('');
  const named = items.flatMap((item) => (item.type === 'localImage' ? [item.path] : []));
  const problem =
    (thread.cwd === undefined ? null : checkInputs({ cd: thread.cwd }, serverCwd)) ??
    checkInputs({ addDirs: (thread.addDirs ?? []).map((path) => resolve(base, path)) }, base) ??
    (turn.cwd === undefined ? null : checkInputs({ cd: turn.cwd }, base)) ??
    checkInputs({ prompt, images: [...(turn.images ?? []), ...named] }, directory);
  return problem === null ? null : inputProblemMessage(problem, 'cwd');
}

/** Returns the inputs of a turn in codex's form; paths of images become absolute. */
export function inputOf(input: TurnInput, images: readonly string[], cwd: string): UserInput[] {
  if (typeof input === 'string') {
    return input === '' && images.length === 0 ? [] : turnInput(input, images, cwd);
  }
  return [...turnInput('', images, cwd).slice(0, images.length), ...input];
}
