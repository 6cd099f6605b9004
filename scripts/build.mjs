/**
 * Builds dist/: the library (tsc: JavaScript and declarations) and the command line (esbuild: one file, with
 * the V8 code cache that makes it start fast) and its man page.
 */
import { spawnSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { lateBundles, lateEntry } from './late-bundles.mjs';
import { writeManPage } from './man-page.mjs';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
/** Built beside and swapped in at the end, so that a command line in use never finds half a build. */
const dist = join(root, 'node_modules', `.codex-structured-dist-${process.pid}`);
const tscPath = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin',
  'tsc',
);

/** @param {string} script @param {string[]} args */
function runNode(script, args) {
  return spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' }).status;
}

/** Loaded only by those who need them: the validator while codex is at work, the others hardly ever. */
const LATE = {
  validator: { files: ['src/schema/validate/validator.ts'] },
  adapt: { files: ['src/schema/adapt/adapt.ts'], functions: ['adapt'] },
  rehearsal: { files: ['src/rehearsal/rehearsal.ts', 'src/rehearsal/sample.ts'] },
  help: { files: ['src/cli/help/command-help.ts'] },
  formats: { files: ['src/schema/formats/index.ts'] },
  module: { files: ['src/cli/input/schema-module.ts'] },
  files: { files: ['src/cli/input/schema-files.ts'] },
  types: { files: ['src/cli/commands/schema/type-text.ts'] },
  progress: { files: ['src/cli/watch/live-block.ts'] },
  tasks: { files: ['src/batch/tasks/csv.ts', 'src/batch/tasks/files.ts'] },
  reports: { files: ['src/batch/report/index.ts'] },
  toml: { files: ['src/run/doctor/read-toml.ts'] },
  bridge: { files: ['src/bridges/responses/bridge.ts'] },
};

/** What a bundle would otherwise bring along for nothing: types are made without it. */
const withoutPrettier = {
  name: 'without-prettier',
  setup(build) {
    build.onResolve({ filter: /^prettier$/ }, ({ path }) => ({ path, namespace: 'left-out' }));
    build.onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'module.exports = {};' }));
  },
};

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  legalComments: 'linked',
  logLevel: 'warning',
  minifyWhitespace: true,
  minifySyntax: true,
  // What the loader relies on when it reads the bundles byte by byte.
  charset: 'ascii',
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
  define: { 'import.meta.url': 'importMetaUrl' },
  // Finds parts of itself by where it is installed.
  external: ['jiti'],
};

await build({
  ...common,
  entryPoints: ['src/cli/load-bundle.ts'],
  outfile: join(dist, 'cli.cjs'),
  banner: {},
});
await build({
  ...common,
  entryPoints: ['src/cli/entry.ts'],
  outfile: join(dist, 'cli-main.cjs'),
  plugins: [lateBundles(LATE)],
});
for (const [name, bundle] of Object.entries(LATE)) {
  await build({
    ...common,
    stdin: { contents: lateEntry(bundle), resolveDir: root, sourcefile: `${name}.ts` },
    outfile: join(dist, `cli-${name}.cjs`),
    plugins: [withoutPrettier],
  });
}

await writeManPage(join(dist, 'man'));

// Without its cache the command line works as well, only slower to start.
if (runNode(join(root, 'scripts', 'warm-cache.mjs'), [join(dist, 'cli.cjs')]) !== 0) {
  console.warn('build: no code cache was made; codex-structured will start a little slower.');
}

process.exitCode = runNode(tscPath, ['-p', 'tsconfig.build.json', '--outDir', dist]) ?? 1;
swapIn();

function swapIn() {
  const old = `${dist}-old`;
  rmSync(old, { recursive: true, force: true });
  try {
    renameSync(join(root, 'dist'), old);
  } catch (error) {
    if (error.code !== 'ENOENT') throw error;
  }
  renameSync(dist, join(root, 'dist'));
  rmSync(old, { recursive: true, force: true });
}
