import { closeSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { temporaryBeside } from './temporary-file.js';

/**
 * Makes a file that is there whole or not at all, also if the disk is full or the process dies: it is written under
 * another name, and linked.
 *
 * @returns false if there is a file of that name already
 */
export function createWhole(file: string, content: string): boolean {
  const temporary = temporaryBeside(file);
  try {
    writeFileSync(temporary, content, { flag: 'wx', mode: 0o600 });
    linkSync(temporary, file);
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    // Not every file system has links, and some refuse them in some other way: what cannot be written says so.
    return createInPlace(file, content);
  } finally {
    rmSync(temporary, { force: true });
  }
}

function createInPlace(file: string, content: string): boolean {
  let descriptor: number;
  try {
    descriptor = openSync(file, 'wx', 0o600);
  } catch (error) {
    if (isTaken(error)) return false;
    throw error;
  }
  try {
    writeFileSync(descriptor, content);
    return true;
  } catch (error) {
    rmSync(file, { force: true });
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

function isTaken(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'EEXIST';
}
