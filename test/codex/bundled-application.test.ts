import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { build } from 'esbuild';
import { expect, it } from 'vitest';
import { ownVersion } from '../../src/codex/own-version.js';
import { codexLauncher } from '../support/real-codex.js';

const root = join(import.meta.dirname, '../..');

/** In a CommonJS bundle `import.meta.url` is undefined: nothing can be found by where the library is. */
const APPLICATION = `
import { createAppServerTransport } from './src/run/threads/index.js';
import { exec, run } from './src/index.js';
import { createOutputSchemaBridge } from './src/bridges/index.js';
const schema = { type: 'object', properties: {}, required: [], additionalProperties: false };
const transports = [undefined, createAppServerTransport()];
const main = async () => {
  for (const transport of transports) {
    const options = { rehearse: true, skipGitRepoCheck: true, codexPath: process.argv[2] };
    const outcome = await run(exec('hi'), schema, transport ? { ...options, transport } : options);
    console.log(outcome.kind);
    await transport?.close();
  }
  try { createOutputSchemaBridge(schema); } catch (error) { console.log(error.message); }
};
main();
`;

it('an application that bundles the library runs by both transports where the package is not installed', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'codex-structured-bundle-'));
  context.onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'application.cjs');
  await build({
    stdin: { contents: APPLICATION, resolveDir: root },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    logLevel: 'error',
  });
  const { stdout } = await promisify(execFile)(process.execPath, [outfile, codexLauncher()], { cwd: folder });
  expect(stdout).toMatch(
    /^ok\nok\nCannot find the program of the bridge\. .*mark codex-structured as external\.\n$/,
  );
});

it('an application that bundles the library has files of its own beside it, which are not loaded', async (context) => {
  const folder = await mkdtemp(join(tmpdir(), 'codex-structured-bundle-'));
  context.onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const outfile = join(folder, 'application.mjs');
  await build({
    stdin: { contents: APPLICATION, resolveDir: root },
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);",
    },
    logLevel: 'error',
  });
  for (const name of ['execa', 'faker', 'rehearsal', 'sample', 'temp-folder', 'validator']) {
    await writeFile(join(folder, `${name}.js`), `console.log('loaded ${name}');\n`);
  }
  const { stdout } = await promisify(execFile)(process.execPath, [outfile, codexLauncher()], { cwd: folder });
  expect(stdout).toMatch(/^ok\nok\n/);
  expect(stdout).not.toContain('loaded');
});

it('the version in the code is that of the package', async () => {
  expect(ownVersion()).toBe(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')).version);
});
