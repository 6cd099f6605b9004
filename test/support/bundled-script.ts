import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A TypeScript file of the tests as one script that `node` runs by itself, written into `folder`. */
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
    banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
    define: { 'import.meta.url': 'importMetaUrl' },
    logLevel: 'warning',
  });
  return outfile;
}
