import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { directoryPrefix } from '../transports/exec/owner-tag.js';

/** A CODEX_HOME that nobody else uses, gone after `remove`. */
export interface PrivateHome {
  readonly path: string;
  /** Never rejects. */
  remove(): Promise<void>;
}

/** Its name tells its owner, so that the next run sweeps it away should we be killed. */
export async function createPrivateHome(parent = tmpdir()): Promise<PrivateHome> {
  const path = await mkdtemp(join(parent, `${directoryPrefix()}-${process.pid}-`));
  await chmod(path, 0o700);
  return { path, remove: () => removeFolder(path) };
}

/** Never rejects: a rehearsal that went well is not to fail for its litter, which a later run sweeps. */
async function removeFolder(path: string): Promise<void> {
  try {
    // A codex that was killed may still be closing its databases: a directory that fills up again is retried.
    await rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  } catch {
    // Still in use after a quarter of a second, or our rights to it were taken.
  }
}
