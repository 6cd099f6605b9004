import { fileURLToPath } from 'node:url';
import { findCodex, isInstallation } from '../../src/codex/find.js';
import type { CodexInstallation } from '../../src/codex/installation.js';

/** The pinned codex of this project, its launcher seen through. */
export function realCodex(): CodexInstallation {
  const found = findCodex({ env: {}, cwd: fileURLToPath(new URL('../..', import.meta.url)) });
  if (!isInstallation(found)) throw new Error(found.message);
  return found;
}
