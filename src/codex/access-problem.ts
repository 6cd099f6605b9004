/** Returns why a file or directory cannot be used, from the system's error, to complete a sentence. */
export function accessProblem(error: unknown, what: 'file' | 'directory'): string {
  switch ((error as NodeJS.ErrnoException).code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return `there is no such ${what}`;
    case 'EACCES':
    case 'EPERM':
      return 'permission denied';
    case 'EISDIR':
      return 'it is a directory';
    case 'ELOOP':
      return 'it is part of a symbolic link loop';
    case 'ENAMETOOLONG':
      return 'its name is too long';
    default:
      return error instanceof Error ? error.message : String(error);
  }
}
