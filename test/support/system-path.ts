import { existsSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';

/** Holds the folder that {@link hideInstalledCodex} made, for the workers of the suite. */
const TOOLS_VARIABLE = 'CODEX_STRUCTURED_TEST_TOOLS';
const FOLDERS = [dirname(process.execPath), '/usr/bin', '/bin'];

/** The folders with node and the system's tools. A codex that this machine has installed is not in them. */
export const SYSTEM_PATH: readonly string[] = process.env[TOOLS_VARIABLE]?.split(delimiter) ?? FOLDERS;

/**
 * Puts links to the system's tools into `folder` if a codex is installed among them, so that a test without a codex
 * finds none. Called once, before the workers start.
 */
export function hideInstalledCodex(folder: string): void {
  if (!FOLDERS.some((path) => existsSync(join(path, 'codex')))) return;
  mkdirSync(folder);
  for (const path of FOLDERS.filter(existsSync)) {
    for (const name of readdirSync(path)) {
      if (!name.startsWith('codex') && !existsSync(join(folder, name))) {
        symlinkSync(join(path, name), join(folder, name));
      }
    }
  }
  process.env[TOOLS_VARIABLE] = folder;
}
