import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileProblem } from '../platform/files/file-problem.js';
import type { CodexOptions } from './command.js';
import { imageProblem } from './image-file.js';
import { passthroughInputs } from './passthrough-args.js';

/** The longest prompt that codex accepts, in Unicode code points (measured with 0.171.0). */
export const MAX_PROMPT_CHARACTERS = 1_048_576;

/** Inputs of a turn that codex does not check, or checks too late. */
export interface TurnInputs extends Pick<CodexOptions, 'images' | 'cd' | 'addDirs' | 'extraArgs'> {
  readonly prompt?: string;
}

type Judged = Exclude<keyof TurnInputs, 'extraArgs'>;

/** An input that codex cannot use. */
export interface InputProblem {
  readonly option: Judged;
  /** The path as given; empty for the prompt. */
  readonly value: string;
  /** Completes a sentence: "it …". */
  readonly problem: string;
}

/**
 * Returns the first input that codex cannot use; null if all are usable. codex itself ignores images that it cannot
 * read, its app server accepts a directory that does not exist, and it rejects a prompt that is too long only after
 * it has created the thread.
 *
 * @param cwd - codex's working directory. Images and `cd` are relative to it, `addDirs` to `cd`, as in codex
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

/**
 * Returns the problem as one sentence that names the library's option.
 *
 * @param directoryOption - the caller's name of the option `cd`
 */
export function inputProblemMessage(
  { option, value, problem }: InputProblem,
  directoryOption: 'cd' | 'cwd' = 'cd',
): string {
  switch (option) {
    case 'prompt':
      return `The prompt is too long: ${problem}. Shorten it.`;
    case 'images':
      return `The image ${value} cannot be read: ${problem}.`;
    case 'cd':
      return `The directory ${value} (${directoryOption}) cannot be used: ${problem}.`;
    case 'addDirs':
      return `The directory ${value} (addDirs) cannot be used: ${problem}.`;
  }
}

function problemOf(option: Judged, value: string, problem: string | null): InputProblem | null {
  return problem === null ? null : { option, value, problem };
}

/** Returns why codex cannot work in a directory, to complete a sentence; null if it can. */
export function directoryProblem(path: string): string | null {
  try {
    return statSync(path).isDirectory() ? null : 'it is not a directory';
  } catch (error) {
    return fileProblem(error, 'directory');
  }
}

/** Returns what is wrong with the size of a prompt, to complete a sentence; null if nothing is. */
export function promptSizeProblem(prompt: string): string | null {
  const characters = charactersOf(prompt);
  if (characters <= MAX_PROMPT_CHARACTERS) return null;
  return `it has ${characters} characters, and codex accepts at most ${MAX_PROMPT_CHARACTERS}`;
}

function charactersOf(text: string): number {
  if (text.length <= MAX_PROMPT_CHARACTERS) return text.length;
  let characters = 0;
  for (const _ of text) characters += 1;
  return characters;
}
