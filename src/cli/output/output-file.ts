import {
  accessSync,
  closeSync,
  constants,
  lstatSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, resolve } from 'node:path';
import { fileProblem } from '../../platform/files/file-problem.js';
import { temporaryBeside } from '../../platform/files/temporary-file.js';
import { UsageError } from '../usage-error.js';
import { OutputError } from './write.js';

/**
 * Checks the path of `--output` before anything starts.
 *
 * @param flag - the flag that names the file
 * @returns the absolute path
 * @throws {UsageError} if it cannot be written
 */
export function checkOutputFile(path: string, cwd: string, flag = '--output'): string {
  const target = resolve(cwd, path);
  const refuse = (reason: string): never => {
    throw new UsageError(`${flag} ${path} cannot be written: ${reason}.`);
  };
  const directory = dirname(target);
  if (statSync(directory, { throwIfNoEntry: false })?.isDirectory() !== true) {
    refuse(`there is no directory ${dirname(path)}`);
  }
  const found = lstatSync(target, { throwIfNoEntry: false });
  if (path.endsWith('/') || found?.isDirectory()) refuse('it is a directory');
  if (found?.isSymbolicLink()) refuse('it is a symbolic link; use the path of its target');
  if (found !== undefined && !found.isFile()) refuse('it is not a regular file; redirect stdout instead');
  try {
    accessSync(directory, constants.W_OK);
  } catch (error) {
    refuse(fileProblem(error));
  }
  return target;
}

/**
 * Removes the result of an earlier run, so that it is never mistaken for the result of this one.
 *
 * @throws {UsageError} if it cannot be removed
 */
export function removeStale(target: string): void {
  try {
    rmSync(target, { force: true });
  } catch (error) {
    throw new UsageError(`The old ${target} cannot be removed: ${fileProblem(error)}.`);
  }
}

/**
 * All of the text or nothing: a private file beside the target, then a rename, which replaces a symbolic
 * link that may have come meanwhile instead of following it.
 *
 * @throws {OutputError}
 */
export function writeOutputFile(target: string, text: string): void {
  const temporary = temporaryBeside(target);
  try {
    const file = openSync(temporary, 'wx', 0o600);
    try {
      writeFileSync(file, text);
    } finally {
      closeSync(file);
    }
    renameSync(temporary, target);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw new OutputError(`The result cannot be written to ${target}: ${fileProblem(error)}.`);
  }
}
