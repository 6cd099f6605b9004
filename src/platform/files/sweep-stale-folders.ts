import type { Stats } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDead, isElsewhere, ownerOf } from '../process/owner-tag.js';

/** A folder of another container, whose owner cannot be checked, is stale after a day. */
const STALE_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Removes the schema folders that killed runs of this user left in `base`. Touches only real folders with a name of
 * ours. Never rejects, since no run depends on it.
 */
export async function sweepStaleFolders(base: string): Promise<void> {
  try {
    const names = await readdir(base);
    await Promise.all(names.map((name) => removeIfStale(base, name)));
  } catch {
    // If the folder cannot be listed, nothing can be removed.
  }
}

async function removeIfStale(base: string, name: string): Promise<void> {
  const owner = ownerOf(name);
  if (owner === null) return;
  const path = join(base, name);
  try {
    const stats = await lstat(path);
    if (!stats.isDirectory() || !isOwn(stats)) return;
    const isOld = Date.now() - stats.mtimeMs > STALE_AFTER_MS;
    if (isDead(owner) || (isElsewhere(owner) && isOld)) await rm(path, { recursive: true, force: true });
  } catch {
    // Another run has removed it, or this user may not.
  }
}

function isOwn({ uid }: Stats): boolean {
  // Windows has no user ids, but each user has their own temporary folder.
  return process.getuid === undefined || uid === process.getuid();
}
