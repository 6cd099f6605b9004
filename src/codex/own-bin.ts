import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename } from 'node:path';

/** Shims are smaller than this. */
const MAX_SHIM_BYTES = 64 * 1024;

/** The call of one of this package's programs in a shim of npm (Windows), pnpm or yarn. */
const CALLS_OURS = /codex-structured[\\/]+bin[\\/]+codex-structured(?:-app-server)?\.js/;

/**
 * Whether a file is one of this package's own programs, a link to one, or a package manager's shim of one. Starting
 * it as codex would start this program again.
 */
export function isOurOwnBin(file: string): boolean {
  const real = realpathSync(file);
  return /^codex-structured(-app-server)?\b/.test(basename(real)) || isShimOfOurs(real);
}

function isShimOfOurs(file: string): boolean {
  try {
    if (statSync(file).size > MAX_SHIM_BYTES) return false;
    const text = readFileSync(file, 'latin1');
    return /^(?:#!|@)/.test(text) && CALLS_OURS.test(text);
  } catch {
    // Shims are scripts, which must be readable to be run.
    return false;
  }
}
