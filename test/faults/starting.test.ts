import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { DEFAULT_LIMITS } from '../../src/codex/turn-request.js';
import { createExecTransport } from '../../src/transports/exec/transport.js';
import { FaultBench, SCHEMA } from '../support/fault-bench.js';

let bench: FaultBench;
beforeEach(async () => {
  bench = await FaultBench.open();
});
afterEach(() => bench.close());

const NOTHING_RAN = { ok: false, workMayHaveRun: false, retryable: false };

/** Runs a file that was there when codex was looked for. */
async function runFile(path: string, cwd = bench.root): Promise<unknown> {
  return await createExecTransport().runTurn({
    command: { subcommand: 'exec', prompt: 'x'.repeat(1_000_000), options: {} },
    codex: { path, prefixArgs: [], env: {}, foundAt: 'PATH', version: null },
    wireSchema: SCHEMA,
    limits: DEFAULT_LIMITS,
    env: bench.env('answers'),
    cwd,
    observe: { keepEvents: false },
  });
}

test('gone since it was found', async () => {
  const result = await runFile(join(bench.root, 'codex'));
  expect(result).toMatchObject({ ...NOTHING_RAN, kind: 'spawn_failed' });
  expect(result).toHaveProperty('reason', expect.stringContaining('no longer exists'));
  await bench.expectNothingLeft();
});

test('its interpreter is missing', async () => {
  const path = join(bench.root, 'codex');
  writeFileSync(path, '#!/does/not/exist\n');
  chmodSync(path, 0o755);
  const reason = expect.stringMatching(/^the interpreter of \S+ does not exist$/);
  expect(await runFile(path)).toMatchObject({ ...NOTHING_RAN, kind: 'spawn_failed', reason });
  await bench.expectNothingLeft();
});

test('a directory, or a file without the run bit', async () => {
  const file = join(bench.root, 'file');
  writeFileSync(file, '#!/bin/sh\n');
  for (const path of [bench.root, file]) {
    expect(await runFile(path)).toMatchObject({
      kind: 'spawn_failed',
      reason: expect.stringContaining('permission denied'),
    });
  }
  await bench.expectNothingLeft();
});

test('a working directory that does not exist', async () => {
  const result = await runFile(bench.codex('answers').path, join(bench.root, 'nowhere'));
  expect(result).toMatchObject({
    kind: 'spawn_failed',
    reason: expect.stringContaining('working directory'),
  });
  await bench.expectNothingLeft();
});

test.each([
  ['missing', (root: string) => join(root, 'missing'), /does not exist/],
  ['a file', (root: string) => writeFileIn(root), /is not a directory/],
  ['too long', (root: string) => join(root, 'a'.repeat(300)), /too long/],
])('a temporary directory that is %s', async (_what, make, reason) => {
  const result = await bench.run('answers', { env: { TMPDIR: make(bench.root) } });
  expect(result).toMatchObject({
    ...NOTHING_RAN,
    kind: 'schema_file',
    reason: expect.stringMatching(reason),
  });
  await bench.expectNothingLeft();
});

function writeFileIn(root: string): string {
  const path = join(root, 'plain-file');
  writeFileSync(path, '');
  return path;
}

test.skipIf(process.platform !== 'linux')('a file system in which nothing can be created', async () => {
  const result = await bench.run('answers', { env: { TMPDIR: '/proc' } });
  expect(result).toMatchObject({ kind: 'schema_file', reason: expect.stringContaining('cannot be written') });
});

test.skipIf(process.getuid?.() === 0)('a temporary directory that cannot be written', async () => {
  chmodSync(bench.tmp, 0o500);
  const result = await bench.run('answers');
  expect(result).toMatchObject({ kind: 'schema_file', reason: expect.stringContaining('cannot be written') });
  chmodSync(bench.tmp, 0o700);
});

test('a temporary directory that is full', async ({ skip }) => {
  const small = join(bench.root, 'small');
  mkdirSync(small);
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=4k', 'tmpfs', small]).status === 0;
  if (!mounted) skip('only root can make a small file system');
  try {
    const wireSchema = JSON.stringify({ description: 'x'.repeat(100_000) });
    const result = await bench.run('answers', { wireSchema, env: { TMPDIR: small } });
    expect(result).toMatchObject({
      ...NOTHING_RAN,
      kind: 'schema_file',
      reason: expect.stringContaining('is full'),
    });
    expect(readdirSync(small)).toEqual([]);
  } finally {
    spawnSync('umount', [small]);
    rmSync(small, { recursive: true, force: true });
  }
});
