import type { Stats } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { isDead, isElsewhere, ownerOf } from '../process/owner-tag.js';

/** A folder whose owner cannot be asked for (another container's) is stale after a day. */
const STALE_AFTER_MS = 24 * 60 * 60 * 1000;

/**
 * Removes the schema folders that earlier runs of this user left in `base` because they were killed.
 * Only real folders with our own name are touched. Never rejects: it is a courtesy.
 */
export async function sweepStaleFolders(base: string): Promise<void> {
  try {
    const names = await readdir(base);
    await Promise.all(names.map((name) => removeIfStale(base, name)));
  } catch {
    // Not readable: then there is nothing that we could clear away.
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
    // Another run was quicker, or it is not ours to remove.
  }
}

function isOwn({ uid }: Stats): boolean {
  // Windows knows no user ids; temporary folders are each user's own there.
  return process.getuid === undefined || uid === process.getuid();
}
