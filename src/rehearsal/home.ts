import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { directoryPrefix } from '../transports/exec/owner-tag.js';

/** A CODEX_HOME that nobody else uses, gone after `remove`. */
export interface PrivateHome {
  readonly path: string;
  remove(): Promise<void>;
}

/** Its name tells its owner, so that the next run sweeps it away should we be killed. */
export async function createPrivateHome(parent = tmpdir()): Promise<PrivateHome> {
  const path = await mkdtemp(join(parent, `${directoryPrefix()}-${process.pid}-`));
  await chmod(path, 0o700);
  return {
    path,
    // A codex that was killed may still be closing its databases: a directory that fills up again is retried.
    remove: () => rm(path, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }),
  };
}
