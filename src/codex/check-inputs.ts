import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { accessProblem } from './access-problem.js';
import type { CodexOptions } from './command.js';
import { imageProblem } from './image-file.js';
import { passthroughInputs } from './passthrough-args.js';

/** codex refuses a longer prompt. Counted as codex counts it: in Unicode code points (measured with 0.171.0). */
export const MAX_PROMPT_CHARACTERS = 1_048_576;

/** What a turn is given, as far as codex would not complain of it by itself. */
export interface TurnInputs extends Pick<CodexOptions, 'images' | 'cd' | 'addDirs' | 'extraArgs'> {
  readonly prompt?: string;
}

type Judged = Exclude<keyof TurnInputs, 'extraArgs'>;

/** One input that codex could not use. */
export interface InputProblem {
  readonly option: Judged;
  /** A path as it was given; empty for the prompt. */
  readonly value: string;
  /** As the end of a sentence. */
  readonly problem: string;
}

/**
 * The first input that codex could not use; null if there is none. codex answers without an image that it cannot
 * read, its app server works in a directory that does not exist, and a prompt that is too long fails only when the
 * thread was made.
 *
 * @param cwd - where codex is started. Images and `cd` are relative to it, `addDirs` to `cd`, as codex has it
 */
export function checkInputs(inputs: TurnInputs, cwd: string): InputProblem | null {
  const passed = passthroughInputs(inputs.extraArgs ?? []);
  const { prompt = '', cd = passed.cd } = inputs;
  const images = [...(inputs.images ?? []), ...passed.images];
  const addDirs = [...(inputs.addDirs ?? []), ...passed.addDirs];
  const directory = resolve(cwd, cd ?? '.');
  const found: readonly (() => InputProblem | null)[] = [
    () => problemOf('prompt', '', promptSizeProblem(prompt)),
    () => (cd === undefined ? null : problemOf('cd', cd, directoryProblem(directory))),
    ...addDirs.map((path) => () => problemOf('addDirs', path, directoryProblem(resolve(directory, path)))),
    ...images.map((path) => () => problemOf('images', path, imageProblem(resolve(cwd, path)))),
  ];
  for (const find of found) {
    const problem = find();
    if (problem !== null) return problem;
  }
  return null;
}

/** One sentence, for who gave the inputs as options of the library. */
export function inputProblemMessage({ option, value, problem }: InputProblem): string {
  switch (option) {
    case 'prompt':
      return `The prompt is too long: ${problem}. Make it shorter.`;
    case 'images':
      return `The image ${value} cannot be read: ${problem}.`;
    case 'cd':
      return `The directory ${value} (cd) cannot be used: ${problem}.`;
    case 'addDirs':
      return `The directory ${value} (addDirs) cannot be used: ${problem}.`;
  }
}

function problemOf(option: Judged, value: string, problem: string | null): InputProblem | null {
  return problem === null ? null : { option, value, problem };
}

/** Why a path cannot be worked in, as the end of a sentence; null if it can. */
export function directoryProblem(path: string): string | null {
  try {
    return statSync(path).isDirectory() ? null : 'it is not a directory';
  } catch (error) {
    return accessProblem(error, 'directory');
  }
}

/** What is wrong with the size of a prompt, as the end of a sentence; null if nothing is. */
function promptSizeProblem(prompt: string): string | null {
  const characters = charactersOf(prompt);
  if (characters <= MAX_PROMPT_CHARACTERS) return null;
  return `it has ${characters} characters, and codex takes at most ${MAX_PROMPT_CHARACTERS}`;
}

function charactersOf(text: string): number {
  if (text.length <= MAX_PROMPT_CHARACTERS) return text.length;
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters;
}
