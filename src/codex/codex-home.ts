import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { Environment } from './installation.js';

/**
 * Why codex would not start with the CODEX_HOME of this environment; null if it would. codex makes the default one
 * itself, but not one that is named.
 *
 * @param cwd - where codex is started
 */
export function codexHomeProblem(env: Environment, cwd: string): string | null {
  const named = env['CODEX_HOME'];
  if (named === undefined || named === '') return null;
  try {
    if (statSync(resolve(cwd, named)).isDirectory()) return null;
    return `CODEX_HOME names ${named}, which is not a directory; set it to a directory, or unset it`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // Of the rest codex itself knows more.
    if (code !== 'ENOENT' && code !== 'ENOTDIR') return null;
    return `CODEX_HOME names ${named}, which does not exist; create it, or unset CODEX_HOME`;
  }
}
