/**
 * Builds dist/: the library (tsc: JavaScript and declarations) and the command line (esbuild: one file, with
 * the V8 code cache that makes it start fast).
 */
import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const dist = join(root, 'dist');
const tscPath = join(
  dirname(createRequire(import.meta.url).resolve('typescript/package.json')),
  'bin',
  'tsc',
);

/** @param {string} script @param {string[]} args */
function runNode(script, args) {
  return spawnSync(process.execPath, [script, ...args], { cwd: root, stdio: 'inherit' }).status;
}

rmSync(dist, { recursive: true, force: true });

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'cjs',
  legalComments: 'linked',
  logLevel: 'warning',
};

await build({
  ...common,
  entryPoints: { 'cli-main': 'src/cli/entry.ts' },
  outdir: dist,
  outExtension: { '.js': '.cjs' },
  minifyWhitespace: true,
  minifySyntax: true,
  banner: { js: "const importMetaUrl = require('node:url').pathToFileURL(__filename).href;" },
  define: {
    'import.meta.url': 'importMetaUrl',
  },
});
await build({
  ...common,
  entryPoints: { cli: 'src/cli/load-bundle.ts' },
  outdir: dist,
  outExtension: { '.js': '.cjs' },
});

// Without its cache the command line works as well, only slower to start.
if (runNode(join(root, 'scripts', 'warm-cache.mjs'), []) !== 0) {
  console.warn('build: no code cache was made; codex-structured will start a little slower.');
}

process.exitCode = runNode(tscPath, ['-p', 'tsconfig.build.json']) ?? 1;
