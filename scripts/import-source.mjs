import { rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
let imports = 0;

/**
 * Imports modules of src/ that the package does not export.
 *
 * @param {...string} paths from the root of the repository; an instance of their shared modules serves all of them
 * @returns what they export, together
 */
export async function importSource(...paths) {
  // Inside the repository, so that the packages that it imports are found.
  const bundle = join(root, 'node_modules', `.codex-structured-source-${process.pid}-${imports++}.mjs`);
  try {
    await build({
      absWorkingDir: root,
      stdin: { contents: paths.map((path) => `export * from './${path}';`).join('\n'), resolveDir: root },
      outfile: bundle,
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      logLevel: 'warning',
    });
    return await import(pathToFileURL(bundle).href);
  } finally {
    rmSync(bundle, { force: true });
  }
}
