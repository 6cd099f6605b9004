import { fstatSync, lstatSync, readdirSync, readlinkSync, realpathSync, type Stats, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';

/** What a path names, whatever it is called: links, case and detours make no difference. */
export type FileIdentity =
  | { readonly kind: 'file'; readonly key: string }
  /** Nothing is there yet. */
  | {
      readonly kind: 'place';
      /** The nearest directory that exists: who it is, and where. */
      readonly directory: string;
      readonly path: string;
      /** What follows below that directory. */
      readonly rest: string;
    };

const MOST_LINKS = 40;

/**
 * @param path - absolute
 * @returns null for what is no regular file (a directory, a device, a pipe): writing there replaces nothing
 */
export function identityOf(path: string): FileIdentity | null {
  return followed(path, MOST_LINKS);
}

/** The same for an open descriptor. */
export function identityOfDescriptor(descriptor: number): FileIdentity | null {
  try {
    return ofStats(fstatSync(descriptor, { bigint: true }), null);
  } catch {
    // It is closed, so nothing is read from it or written to it.
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

function followed(path: string, links: number): FileIdentity | null {
  try {
    return ofStats(statSync(path, { bigint: true }), path);
  } catch {
    // What cannot be looked at is told apart by its path, as what is not there.
    const target = links === 0 ? null : linkTarget(path);
    return target === null ? placeOf(path) : followed(target, links - 1);
  }
}

function ofStats(
  stats: Pick<Stats, 'isFile'> & { readonly dev: bigint; readonly ino: bigint },
  path: string | null,
): FileIdentity | null {
  if (!stats.isFile()) return null;
  // Some file systems of Windows number no files.
  const isNumbered = stats.ino !== 0n;
  if (!isNumbered && path === null) return null;
  return { kind: 'file', key: isNumbered ? `${stats.dev}:${stats.ino}` : realpathSync(path ?? '') };
}

/** Where a link leads that leads to nothing. */
function linkTarget(path: string): string | null {
  try {
    return lstatSync(path).isSymbolicLink() ? resolve(dirname(path), readlinkSync(path)) : null;
  } catch {
    // Nothing is there, not even a link.
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
    // It is not there, or may not be looked at: one above it is.
    return undefined;
  }
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}

/** Whether a directory takes two spellings for one name: found out with a name that is there. */
function ignoresCase(directory: string): boolean {
  try {
    const known = readdirSync(directory).find((name) => swapped(name) !== name);
    const [folder, name] =
      known === undefined ? [dirname(directory), basename(directory)] : [directory, known];
    const other = lstatSync(join(folder, swapped(name)), { bigint: true, throwIfNoEntry: false });
    if (other === undefined || swapped(name) === name) return false;
    return other.ino === lstatSync(join(folder, name), { bigint: true }).ino;
  } catch {
    // It may not be listed, so nothing in it can be compared.
    return false;
  }
}

function swapped(name: string): string {
  const upper = name.toUpperCase();
  return upper === name ? name.toLowerCase() : upper;
}
