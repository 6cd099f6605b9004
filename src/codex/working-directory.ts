import { readlinkSync } from 'node:fs';
import { join, parse } from 'node:path';

/**
 * Returns the working directory of this process. If it was deleted, returns a path that does not exist, so that
 * starting codex there fails as for any other missing directory.
 */
export function workingDirectory(): string {
  try {
    return process.cwd();
  } catch {
    return deletedDirectory();
  }
}

function deletedDirectory(): string {
  try {
    // Linux keeps the name and appends ' (deleted)'.
    return readlinkSync('/proc/self/cwd');
  } catch {
    return join(parse(process.execPath).root, 'working directory (deleted)');
  }
}
