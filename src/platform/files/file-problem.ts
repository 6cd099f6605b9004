const PROBLEMS: Readonly<Record<string, string>> = {
  EISDIR: 'it is a directory',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'it is part of a symbolic link loop',
  ENAMETOOLONG: 'its name is too long',
  ENOSPC: 'no space is left on the device',
  EDQUOT: 'the disk quota is exceeded',
  EROFS: 'the file system is read-only',
  EFBIG: 'the file would be too large',
  EBUSY: 'it is in use or a mount point',
  EAGAIN: 'it has nothing to read',
  ENXIO: 'it is a socket or a missing device',
};

/** Returns why a file or directory cannot be used, from the system's error, to complete a sentence. */
export function fileProblem(error: unknown, what: 'file' | 'directory' = 'file'): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  if (code === 'ENOENT' || code === 'ENOTDIR') return `there is no such ${what}`;
  return PROBLEMS[code] ?? (error instanceof Error ? error.message : String(error));
}
