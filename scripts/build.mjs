/** Builds dist/: the command line, the library, its declarations (tsc) and the man page. */
import { spawnSync } from 'node:child_process';
import { renameSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildCommandLine } from './build-cli.mjs';
import { buildLibrary } from './build-library.mjs';
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

await buildCommandLine(root, dist);
await buildLibrary(root, dist);
await writeManPage(join(dist, 'man'));

process.exitCode = runNode(tscPath, ['-p', 'tsconfig.build.json', '--outDir', join(dist, 'types')]) ?? 1;
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
