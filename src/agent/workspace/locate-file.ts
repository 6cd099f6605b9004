import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, relative, resolve, sep } from 'node:path';
import type { FileExit } from '../sandbox/sandbox-exit.js';

/** The limit of Linux. */
const MAX_LINKS = 40;

/** Folders of a workspace that codex's own sandbox does not let commands write to. */
const PROTECTED: ReadonlySet<string> = new Set(['.git', '.codex', '.agents']);

/** Where a file really is, and why a change of it leaves the workspace (null: it does not). */
export interface FileLocation {
  readonly realPath: string;
  readonly why: FileExit | null;
}

/** Locates the path of a change with respect to the folders that an agent may write to. */
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
    // A folder cannot be read, or the links form a cycle: where the path leads is not known.
    return { realPath: absolute, why: 'unresolved' };
  }
}

function exitOf(realPath: string, roots: readonly string[]): FileExit | null {
  const within = roots.map((root) => relative(root, realPath)).filter(isBelow);
  if (within.length === 0) return 'outsideWorkspace';
  // Some file systems ignore case.
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

/**
 * Resolves each symlink of an absolute path, even one whose target does not exist. Parts of the path that do not
 * exist are kept.
 *
 * @throws {Error} if a folder cannot be read, or the symlinks form a cycle
 */
export function resolveLinks(path: string): string {
  const { root } = parse(path);
  const rest = segmentsOf(path.slice(root.length));
  let at = root;
  let links = 0;
  while (rest.length > 0) {
    const segment = rest.shift() ?? '';
    if (segment === '..') {
      at = dirname(at);
      continue;
    }
    const next = join(at, segment);
    const target = linkTarget(next);
    if (target === null) {
      at = next;
      continue;
    }
    links += 1;
    if (links > MAX_LINKS) throw new Error(`Too many symbolic links: ${path}`);
    if (isAbsolute(target)) at = parse(target).root;
    rest.unshift(...segmentsOf(isAbsolute(target) ? target.slice(at.length) : target));
  }
  return at;
}

function segmentsOf(path: string): string[] {
  const separators = sep === '\\' ? /[\\/]/ : /\//;
  return path.split(separators).filter((segment) => segment !== '' && segment !== '.');
}

function linkTarget(path: string): string | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  return stat?.isSymbolicLink() === true ? readlinkSync(path) : null;
}
