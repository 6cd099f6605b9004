/** Makes the man page out of the command line's own tables. */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Writes `codex-structured.1`. @param {string} directory */
export async function writeManPage(directory) {
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  // Inside the repository, so that what is left outside of the bundle is found.
  const bundle = join(root, 'node_modules', `.codex-structured-man-${process.pid}.mjs`);
  try {
    await build({
      absWorkingDir: root,
      entryPoints: ['src/cli/help/man-page.ts'],
      outfile: bundle,
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      logLevel: 'warning',
    });
    const { manPage } = await import(pathToFileURL(bundle).href);
    mkdirSync(directory, { recursive: true });
    writeFileSync(join(directory, 'codex-structured.1'), await manPage(version));
  } finally {
    rmSync(bundle, { force: true });
  }
}
