import { accessSync, constants, type Stats, statSync } from 'node:fs';

/** What stands at a path, as far as starting it goes. `reason` completes "<path> …". */
export type FileVerdict =
  | { readonly kind: 'executable'; readonly size: number }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unusable'; readonly reason: string };

/** Follows symbolic links. */
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
      return { kind: 'unusable', reason: `is not executable (chmod +x '${path}' makes it so)` };
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
      return { kind: 'unusable', reason: 'cannot be reached: permission denied' };
    case 'ELOOP':
      return { kind: 'unusable', reason: 'is a symbolic link that leads in a circle' };
    case 'ENAMETOOLONG':
      return { kind: 'unusable', reason: 'is too long for a path' };
    default:
      return { kind: 'unusable', reason: `cannot be read (${code ?? 'unknown error'})` };
  }
}
