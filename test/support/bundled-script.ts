import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Writes a TypeScript file of the tests into `folder` as one script that `node` runs by itself. Its modules still
 * find the package by its own name, since their `import.meta.url` stays inside the package wherever `folder` is.
 */
export async function bundleScript(entry: string, folder: string): Promise<string> {
  const outfile = join(folder, 'script.cjs');
  await build({
    absWorkingDir: root,
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20',
    define: { 'import.meta.url': JSON.stringify(pathToFileURL(join(root, entry)).href) },
    logLevel: 'warning',
  });
  return outfile;
}
