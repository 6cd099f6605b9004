import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from './installation.js';

/** Where codex keeps its login, configuration and sessions. */
export interface CodexHome {
  readonly path: string;
  /** Whether CODEX_HOME names it. codex creates the default directory, but not a named one. */
  readonly isNamed: boolean;
}

export function codexHomeOf(env: Environment): CodexHome {
  const named = env['CODEX_HOME'];
  if (named !== undefined && named !== '') return { path: named, isNamed: true };
  return { path: join(env['HOME'] || homedir(), '.codex'), isNamed: false };
}

/**
 * Returns why codex would not start with this environment's CODEX_HOME; null if it would. codex creates the default
 * directory itself, but not one that CODEX_HOME names.
 *
 * @param cwd - codex's working directory
 */
export function codexHomeProblem(env: Environment, cwd: string): string | null {
  const named = env['CODEX_HOME'];
  if (named === undefined || named === '') return null;
  try {
    if (statSync(resolve(cwd, named)).isDirectory()) return null;
    return `CODEX_HOME names ${named}, which is not a directory; set it to a directory, or unset it`;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // codex's own message about any other error is better.
    if (code !== 'ENOENT' && code !== 'ENOTDIR') return null;
    return `CODEX_HOME names ${named}, which does not exist; create it, or unset CODEX_HOME`;
  }
}
