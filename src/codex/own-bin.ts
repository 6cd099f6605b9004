import { readFileSync, realpathSync, statSync } from 'node:fs';
import { basename } from 'node:path';

/** Larger files are no shims. */
const MAX_SHIM_BYTES = 64 * 1024;

/** The script that a shim of npm (Windows), pnpm or yarn calls, where that is ours. */
const CALLS_OURS = /codex-structured[\\/]+bin[\\/]+codex-structured(?:-app-server)?\.js/;

/**
 * Whether a file that may stand under codex's name is our own program: itself, a link to it, or a package
 * manager's shim of it. Starting it would start it again.
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
    // What may be executed but not read is no shim: those are scripts.
    return false;
  }
}
