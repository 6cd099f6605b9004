import { randomBytes } from 'node:crypto';
import { readdirSync, rmSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { directoryPrefix, isDead, ownerOf } from '../process/owner-tag.js';

/** Leaves room for the owner, since a file name has at most 255 bytes. */
const MAX_NAME_BYTES = 100;

/** Returns a path beside `path` for a file that will replace it. Its name contains the owner. */
export function temporaryBeside(path: string): string {
  const owner = `${directoryPrefix()}-${process.pid}-${randomBytes(6).toString('hex')}`;
  return join(dirname(path), prefixOf(path) + owner);
}

/** Whether a name was made by {@link temporaryBeside}, in any process, for a file of this name. */
export function isTemporaryOf(name: string, candidate: string): boolean {
  const prefix = prefixOf(name);
  return candidate.startsWith(prefix) && ownerOf(candidate.slice(prefix.length)) !== null;
}

/** Removes the temporary files that killed processes left beside `path`. */
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
    if (Buffer.byteLength(name + character) > MAX_NAME_BYTES) break;
    name += character;
  }
  return `.${name}.`;
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    // A directory may be writable but not listable. Any other problem is reported when the file is written.
    return [];
  }
}
