import { lstatSync } from 'node:fs';
import { isAbsolute, relative, resolve, sep } from 'node:path';
import type { FileExit } from '../sandbox/sandbox-exit.js';
import { resolveLinks } from './real-path.js';

/** Folders of a workspace that codex's own sandbox keeps from being written to. */
const PROTECTED: ReadonlySet<string> = new Set(['.git', '.codex', '.agents']);

/** Where a file really is, and why a change of it leaves the workspace; null where it does not. */
export interface FileLocation {
  readonly realPath: string;
  readonly why: FileExit | null;
}

/** Where a path of a change leads, seen from the folders that an agent may write to. */
export function locateFile(path: string, cwd: string, roots: readonly string[]): FileLocation {
  const absolute = resolve(cwd, path);
  try {
    const realPath = resolveLinks(absolute);
    return {
      realPath,
      why: exitOf(
        realPath,
        roots.map((root) => resolveLinks(resolve(cwd, root))),
      ),
    };
  } catch {
    // A folder that cannot be looked into, or links in a circle: the caller is told that nobody knows.
    return { realPath: absolute, why: 'unresolved' };
  }
}

function exitOf(realPath: string, roots: readonly string[]): FileExit | null {
  const within = roots.map((root) => relative(root, realPath)).filter(isBelow);
  if (within.length === 0) return 'outsideWorkspace';
  // Upper and lower case are the same folder on some file systems.
  if (within.some((path) => path.split(sep).some((name) => PROTECTED.has(name.toLowerCase())))) {
    return 'protected';
  }
  const stat = lstatSync(realPath, { throwIfNoEntry: false });
  if (stat === undefined) return null;
  if (!stat.isFile()) return 'specialFile';
  return stat.nlink > 1 ? 'sharedFile' : null;
}

function isBelow(path: string): boolean {
  return path !== '' && path !== '..' && !path.startsWith(`..${sep}`) && !isAbsolute(path);
}
