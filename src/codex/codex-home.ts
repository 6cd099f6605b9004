import { statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from './installation.js';

/** Where codex keeps its login, its configuration and its sessions. */
export interface CodexHome {
  readonly path: string;
  /** Named by CODEX_HOME. codex makes the default one itself, but not a named one. */
  readonly isNamed: boolean;
}

export function codexHomeOf(env: Environment): CodexHome {
  const named = env['CODEX_HOME'];
  if (named !== undefined && named !== '') return { path: named, isNamed: true };
  return { path: join(env['HOME'] || homedir(), '.codex'), isNamed: false };
}

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
