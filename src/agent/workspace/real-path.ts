import { lstatSync, readlinkSync } from 'node:fs';
import { dirname, isAbsolute, join, parse, sep } from 'node:path';

/** As many as Linux follows. */
const MOST_LINKS = 40;

/**
 * Where an absolute path leads: each symlink on the way is followed, also one whose target is not there. What
 * does not exist yet keeps its name.
 *
 * @throws {Error} where a folder cannot be looked into, or symlinks go round in a circle
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
    if (links > MOST_LINKS) throw new Error(`Too many symbolic links: ${path}`);
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
