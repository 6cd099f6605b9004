import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CLI, CliBench } from '../support/cli.js';

/** Runs a program with pids of its own, but with the `/proc` of the system: as in some sandboxes and containers. */
const UNSHARE = ['--user', '--map-root-user', '--pid', '--fork'];
const canUnshare = spawnSync('unshare', [...UNSHARE, 'true']).status === 0;

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(() => bench.dispose());

it.runIf(canUnshare)('a /proc of another pid namespace is not taken for our own', () => {
  const args = [...UNSHARE, process.execPath, CLI, 'run', 's.json', 'Hi'];
  const { status, stderr } = spawnSync('unshare', args, {
    cwd: bench.folder,
    env: bench.environment({}),
    encoding: 'utf8',
  });
  expect({ status, stderr }).toMatchObject({ status: 0 });
  // The folder of the schema says when its owner started: there nobody can know, and a start of another process would
  // make the next run remove it.
  expect(bench.argv().join(' ')).toMatch(/codex-structured-0\.\d+-/);
});
