import { resolve } from 'node:path';
import { checkInputs, directoryProblem } from '../../codex/check-inputs.js';
import type { BatchTask } from '../batch-task.js';

/** What the paths of tasks are relative to. */
export interface TaskDirectories {
  /** The directory of the batch. */
  readonly cwd: string;
  /** Where codex works (`-C`), unless a task has a directory of its own. */
  readonly cd?: string | undefined;
  /** More directories that each task may write to, relative to where codex works. */
  readonly addDirs?: readonly string[] | undefined;
  /** Of the batch: `codex exec` cannot be given every path. */
  readonly transport: string;
}

/** What is wrong with the prompt and the files of a task, as one sentence; null if nothing is. */
export function pathsProblem(
  { prompt, images = [], cwd: own }: Pick<BatchTask, 'prompt' | 'images' | 'cwd'>,
  { cwd, cd, addDirs = [], transport }: TaskDirectories,
): string | null {
  const directory = resolve(cwd, cd ?? '', own ?? '');
  if (own !== undefined || cd !== undefined) {
    const problem = directoryProblem(directory);
    if (problem !== null) return `The directory ${own ?? cd} cannot be used: ${problem}.`;
  }
  const withComma = transport === 'exec' ? images.find((path) => path.includes(',')) : undefined;
  if (withComma !== undefined) {
    return `The image ${withComma} cannot be used: codex exec takes a path with a comma for two files. Rename it.`;
  }
  const found = checkInputs(
    { prompt, images, addDirs: addDirs.map((path) => resolve(directory, path)) },
    cwd,
  );
  if (found === null) return null;
  const { option, value, problem } = found;
  if (option === 'prompt') return `The prompt is too long: ${problem}.`;
  return option === 'images'
    ? `The image ${value} cannot be read: ${problem}.`
    : `The directory ${value} cannot be used: ${problem}.`;
}
