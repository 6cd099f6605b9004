import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { directoryPrefix } from '../platform/process/owner-tag.js';

/** A private CODEX_HOME, which `remove` deletes. */
export interface PrivateHome {
  readonly path: string;
  /** Never rejects. */
  remove(): Promise<void>;
}

/** Creates a private CODEX_HOME. Its name identifies its owner: if this process is killed, a later run removes it. */
export async function createPrivateHome(parent = tmpdir()): Promise<PrivateHome> {
  const path = await mkdtemp(join(parent, `${directoryPrefix()}-${process.pid}-`));
  await chmod(path, 0o700);
  return { path, remove: () => removeFolder(path) };
}

/** Never rejects: a successful rehearsal must not fail here, and a later run removes what is left. */
async function removeFolder(path: string): Promise<void> {
  try {
    // A killed codex may still be writing its databases, so a directory that is not empty is retried.
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  } catch {
    // It is still in use after a quarter of a second, or no longer ours to remove.
  }
}
