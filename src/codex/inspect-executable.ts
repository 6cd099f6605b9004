import { accessSync, constants, type Stats, statSync } from 'node:fs';

/** Whether the file at a path can be started. `reason` completes "<path> …". */
export type FileVerdict =
  | { readonly kind: 'executable'; readonly size: number }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unusable'; readonly reason: string };

/** Checks whether a path is an executable file. Follows symbolic links. */
export function inspectExecutable(path: string): FileVerdict {
  let stats: Stats;
  try {
    stats = statSync(path);
  } catch (error) {
    return verdictOfError((error as NodeJS.ErrnoException).code);
  }
  if (stats.isDirectory()) return { kind: 'unusable', reason: 'is a directory' };
  if (!stats.isFile()) return { kind: 'unusable', reason: 'is not a regular file' };
  if (process.platform !== 'win32') {
    try {
      accessSync(path, constants.X_OK);
    } catch {
      return { kind: 'unusable', reason: `is not executable (run chmod +x '${path}')` };
    }
  }
  return { kind: 'executable', size: stats.size };
}

function verdictOfError(code: string | undefined): FileVerdict {
  switch (code) {
    case 'ENOENT':
    case 'ENOTDIR':
      return { kind: 'absent' };
    case 'EACCES':
    case 'EPERM':
      return { kind: 'unusable', reason: 'cannot be accessed: permission denied' };
    case 'ELOOP':
      return { kind: 'unusable', reason: 'is part of a symbolic link loop' };
    case 'ENAMETOOLONG':
      return { kind: 'unusable', reason: 'is too long to be a path' };
    default:
      return { kind: 'unusable', reason: `cannot be read (${code ?? 'unknown error'})` };
  }
}
