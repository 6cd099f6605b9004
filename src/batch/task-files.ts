import { constants } from 'node:fs';
import { access, stat } from 'node:fs/promises';
import { resolve } from 'node:path';
import { fileTrouble } from './report/report-file.js';
import type { BatchTask } from './task.js';

/** What the paths of tasks are relative to. */
export interface TaskPlace {
  /** The directory of the batch. */
  readonly cwd: string;
  /** Where codex works (`-C`), unless a task has a directory of its own. */
  readonly cd?: string | undefined;
}

/**
 * What is wrong with the files that a task names; null where nothing is. codex itself would not say: it answers
 * without an image that it cannot read, and its app server works in a directory that is not there. A FIFO or a
 * device has no end, and would never be read.
 */
export async function filesProblem(
  { images = [], cwd: own }: Pick<BatchTask, 'images' | 'cwd'>,
  { cwd, cd }: TaskPlace,
): Promise<string | null> {
  if (own !== undefined || cd !== undefined) {
    const problem = await directoryProblem(resolve(cwd, cd ?? '', own ?? ''));
    if (problem !== null) return `The directory ${own ?? cd} cannot be used: ${problem}.`;
  }
  for (const image of images) {
    const problem = await fileProblem(resolve(cwd, image));
    if (problem !== null) return `The image ${image} cannot be read: ${problem}.`;
  }
  return null;
}

async function directoryProblem(path: string): Promise<string | null> {
  try {
    return (await stat(path)).isDirectory() ? null : 'it is no directory';
  } catch (error) {
    return fileTrouble(error);
  }
}

async function fileProblem(path: string): Promise<string | null> {
  try {
    const stats = await stat(path);
    if (stats.isDirectory()) return 'it is a directory';
    if (!stats.isFile()) return 'it is not a regular file';
    await access(path, constants.R_OK);
    return null;
  } catch (error) {
    return fileTrouble(error);
  }
}
