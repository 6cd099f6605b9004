import { fstatSync, lstatSync, readdirSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** Identifies the file that a path names, independent of links, case and `..`. */
export type FileIdentity =
  | { readonly kind: 'file'; readonly key: string }
  /** A file that does not exist yet. */
  | {
      readonly kind: 'place';
      /** The identity and the path of the nearest existing directory. */
      readonly directory: string;
      readonly path: string;
      /** The rest of the path below that directory. */
      readonly rest: string;
    };

const MAX_LINKS = 40;

/**
 * @param path - absolute
 * @returns null if it is not a regular file but a directory, device or pipe, where writing replaces nothing
 */
export function identityOf(path: string): FileIdentity | null {
  return followLinks(path, MAX_LINKS);
}

/** Returns {@link identityOf} for an open descriptor. */
export function identityOfDescriptor(descriptor: number): FileIdentity | null {
  try {
    return ofStats(fstatSync(descriptor, { bigint: true }), null);
  } catch {
    // The descriptor is closed, so nothing is read from it or written to it.
    return null;
  }
}

export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  if (one.kind === 'file' || other.kind === 'file') {
    return one.kind === 'file' && other.kind === 'file' && one.key === other.key;
  }
  if (one.directory !== other.directory) return false;
  if (one.rest === other.rest) return true;
  return folded(one.rest) === folded(other.rest) && ignoresCase(one.path);
}

function followLinks(path: string, links: number): FileIdentity | null {
  try {
    return ofStats(statSync(path, { bigint: true }), path);
  } catch {
    // A file that cannot be examined is identified by its path, like one that does not exist.
    const target = links === 0 ? null : linkTarget(path);
    return target === null ? placeOf(path) : followLinks(target, links - 1);
  }
}

function ofStats(
  stats: Pick<Stats, 'isFile'> & { readonly dev: bigint; readonly ino: bigint },
  path: string | null,
): FileIdentity | null {
  if (!stats.isFile()) return null;
  // Some file systems on Windows have no inode numbers.
  const isNumbered = stats.ino !== 0n;
  if (!isNumbered && path === null) return null;
  return { kind: 'file', key: isNumbered ? `${stats.dev}:${stats.ino}` : realpathSync(path ?? '') };
}

/** Returns the target of a dangling link; null if the path is not a link. */
function linkTarget(path: string): string | null {
  try {
    return lstatSync(path).isSymbolicLink() ? resolve(dirname(path), readlinkSync(path)) : null;
  } catch {
    // The path does not exist.
    return null;
  }
}

function placeOf(path: string): FileIdentity {
  let rest = basename(path);
  for (let directory = dirname(path); ; directory = dirname(directory)) {
    const stats = statsOf(directory);
    if (stats !== undefined || directory === dirname(directory)) {
      const key = stats === undefined || stats.ino === 0n ? directory : `${stats.dev}:${stats.ino}`;
      return { kind: 'place', directory: key, path: directory, rest };
    }
    rest = join(basename(directory), rest);
  }
}

function statsOf(directory: string) {
  try {
    return statSync(directory, { bigint: true });
  } catch {
    // It does not exist or cannot be examined; a directory above it can.
    return undefined;
  }
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Whether a directory ignores case, tested with the name of an existing file. */
function ignoresCase(directory: string): boolean {
  try {
    const known = readdirSync(directory).find((name) => swapped(name) !== name);
    const [folder, name] =
      known === undefined ? [dirname(directory), basename(directory)] : [directory, known];
    const other = lstatSync(join(folder, swapped(name)), { bigint: true, throwIfNoEntry: false });
    if (other === undefined || swapped(name) === name) return false;
    return other.ino === lstatSync(join(folder, name), { bigint: true }).ino;
  } catch {
    // A directory that cannot be listed counts as case-sensitive.
    return false;
  }
}

function swapped(name: string): string {
  const upper = name.toUpperCase();
  return upper === name ? name.toLowerCase() : upper;
}
