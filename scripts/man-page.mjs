/** Makes the man page out of the command line's own tables. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { importSource } from './import-source.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Writes `codex-structured.1`. @param {string} directory */
export async function writeManPage(directory) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  const { manPage } = await importSource('src/cli/help/man-page.ts');
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, 'codex-structured.1'), await manPage(version));
}
