/**
 * Builds the library: one small entry for each subpath of the package, and what they share in chunks. A program
 * that imports the root loads a few files instead of several hundred, and the parts that only some programs use
 * when they use them.
 */
import { join } from 'node:path';
import { build } from 'esbuild';

/** The subpaths of the package, by the name of their file in `dist/lib`; `index` is the root. */
export const ENTRIES = {
  index: 'src/index.ts',
  agent: 'src/agent/index.ts',
  'app-server': 'src/run/threads/index.ts',
  batch: 'src/batch/index.ts',
  bridges: 'src/bridges/index.ts',
  testing: 'src/testing.ts',
};

/**
 * Modules that the library loads with `lateModule`, by the name of their file in `dist/lib` without its prefix. Each
 * must be a file of its own with a fixed name: `lateModule` reads it by that name before the `import()`.
 */
const LATE_ENTRIES = {
  execa: 'execa',
  faker: 'src/rehearsal/faker.ts',
  rehearsal: 'src/rehearsal/rehearsal.ts',
  sample: 'src/rehearsal/sample.ts',
  'temp-folder': 'src/platform/files/temp-folder.ts',
  validator: 'src/schema/validate/validator.ts',
};

/** CommonJS packages in an ES module call `require` for Node's own modules. */
const REQUIRE =
  "import{createRequire as createRequireHere}from'node:module';const require=createRequireHere(import.meta.url);";

/** @param {string} root @param {string} dist */
export async function buildLibrary(root, dist) {
  const lateEntries = Object.fromEntries(
    Object.entries(LATE_ENTRIES).map(([name, file]) => [`codex-structured-${name}`, file]),
  );
  await build({
    absWorkingDir: root,
    entryPoints: { ...ENTRIES, ...lateEntries },
    outdir: join(dist, 'lib'),
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node20.19',
    chunkNames: 'chunk-[hash]',
    legalComments: 'linked',
    logLevel: 'warning',
    // Not minified: Node prints the line of an uncaught error.
    banner: { js: REQUIRE },
    // Finds parts of itself by where it is installed.
    external: ['jiti'],
  });
}
