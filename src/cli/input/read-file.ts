import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';

export type FileRead =
  | { readonly ok: true; readonly bytes: Buffer }
  | { readonly ok: false; readonly reason: string };

/**
 * A file, a FIFO, or what a shell's `<(…)` gives. Read at once and before signals are watched: a FIFO that
 * nobody writes to then still ends by ctrl-c, which a read in the background would not.
 */
export function readInputFile(path: string, cwd: string): FileRead {
  try {
    return { ok: true, bytes: readFileSync(resolve(cwd, path)) };
  } catch (error) {
    return { ok: false, reason: fileProblem(error) };
  }
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  ENOTDIR: 'there is no such file',
  EISDIR: 'it is a directory',
  EACCES: 'it may not be read or written',
  EPERM: 'it may not be read or written',
  ELOOP: 'it is a symbolic link that goes in circles',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is used up',
  EROFS: 'the file system is read-only',
  EFBIG: 'the file would be too large',
  EBUSY: 'it is in use, or something is mounted there',
};

/** What went wrong with a file, as the end of a sentence. */
export function fileProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return PROBLEMS[code] ?? (error instanceof Error ? error.message : String(error));
}
