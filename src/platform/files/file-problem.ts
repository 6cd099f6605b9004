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
  EAGAIN: 'it has nothing to read',
  ENXIO: 'it is a socket, or a device that is not there',
};

/** What went wrong with a file, as the end of a sentence. */
export function fileProblem(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return PROBLEMS[code] ?? (error instanceof Error ? error.message : String(error));
}
