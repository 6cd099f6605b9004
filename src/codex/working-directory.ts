import { readlinkSync } from 'node:fs';
import { join, parse } from 'node:path';

/**
 * The working directory of this process. If it was deleted, a path that does not exist: then whoever starts codex
 * there says so, as of any other directory that does not exist.
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
    // Linux still knows its name, and appends ' (deleted)'.
    return readlinkSync('/proc/self/cwd');
  } catch {
    return join(parse(process.execPath).root, 'working directory (deleted)');
  }
}
