import { closeSync, linkSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { temporaryBeside } from './temporary-file.js';

/**
 * Creates a file completely or not at all, even if the disk is full or the process dies: it is written under another
 * name and then linked.
 *
 * @returns false if the file already exists
 */
export function createWhole(file: string, content: string): boolean {
  const temporary = temporaryBeside(file);
  try {
    writeFileSync(temporary, content, { flag: 'wx', mode: 0o600 });
    linkSync(temporary, file);
    return true;
  } catch (error) {
    if (isTaken(error)) return false;
    // Not every file system supports links. Any other problem fails again here, with its own error.
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
