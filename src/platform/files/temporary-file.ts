import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { directoryPrefix, isDead, ownerOf } from '../process/owner-tag.js';

/** So many bytes of a name still fit into one with the owner after them. */
const MOST_NAME_BYTES = 100;

/** A name beside `path` for what is to take its place; it tells who is writing there. */
export function temporaryBeside(path: string): string {
  const owner = `${directoryPrefix()}-${process.pid}-${randomBytes(6).toString('hex')}`;
  return join(dirname(path), prefixOf(path) + owner);
}

/** Whether a name is one of {@link temporaryBeside}, of whatever process, for a file of this name. */
export function isTemporaryOf(name: string, candidate: string): boolean {
  const prefix = prefixOf(name);
  return candidate.startsWith(prefix) && ownerOf(candidate.slice(prefix.length)) !== null;
}

/** Removes what processes that were killed have left beside `path`. */
export function removeOrphansOf(path: string): void {
  const prefix = prefixOf(path);
  for (const name of namesIn(dirname(path))) {
    if (!name.startsWith(prefix)) continue;
    const owner = ownerOf(name.slice(prefix.length));
    if (owner !== null && isDead(owner)) rmSync(join(dirname(path), name), { force: true });
  }
}

function prefixOf(path: string): string {
  let name = '';
  for (const character of basename(path)) {
    if (Buffer.byteLength(name + character) > MOST_NAME_BYTES) break;
    name += character;
  }
  return `.${name}.`;
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    // One may be allowed to write into a directory and not to list it; whoever writes says what else is wrong.
    return [];
  }
}
