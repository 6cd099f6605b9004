// Runs the tests of both transports against another release of codex than the pinned one:
//   node scripts/test-other-codex.mjs 0.163.0
// That release is installed into a temporary folder, which is removed again.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const TESTS = ['both-transports', 'app-server-reference', 'app-server-threads'];

const [version] = process.argv.slice(2);
if (!/^\d+\.\d+\.\d+$/.test(version ?? '')) {
  console.error('Usage: node scripts/test-other-codex.mjs VERSION, such as 0.163.0');
  process.exit(2);
}
const folder = mkdtempSync(join(tmpdir(), 'codex-structured-other-codex-'));
try {
  writeFileSync(join(folder, 'package.json'), '{"private":true}');
  run('npm', ['install', '--no-audit', '--no-fund', `other-codex@npm:@openai/codex@${version}`], folder);
  const launcher = join(folder, 'node_modules/other-codex/bin/codex.js');
  const files = TESTS.map((name) => `test/codex/${name}.test.ts`);
  const root = fileURLToPath(new URL('..', import.meta.url));
  run('npx', ['vitest', 'run', ...files], root, { CODEX_STRUCTURED_TEST_CODEX: launcher });
} finally {
  rmSync(folder, { recursive: true, force: true });
}

function run(command, args, cwd, env = {}) {
  const { status, error } = spawnSync(command, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, ...env },
  });
  if (error !== undefined) throw error;
  // The finally above still removes the folder.
  if (status !== 0) throw new Error(`${command} ${args[0]} failed with status ${status}.`);
}
