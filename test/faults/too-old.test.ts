import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Command } from '../../src/codex/command.js';
import { probeVersion } from '../../src/codex/process/probe-version.js';
import { FaultBench } from '../support/fault-bench.js';

let bench: FaultBench;
beforeEach(async () => {
  bench = await FaultBench.open();
});
afterEach(() => bench.close());

const EXEC: Command = { subcommand: 'exec', prompt: 'hi', options: {} };
const RESUME: Command = { subcommand: 'resume', session: 's-1', prompt: 'hi', options: {} };
const FORK: Command = { subcommand: 'fork', session: 's-1', prompt: 'hi', options: {} };

test.each([
  ['resume_output_schema', RESUME, '0.132.0'],
  ['exec_fork', FORK, '0.148.0'],
])('%s: an old version is told from --version, and nothing is run', async (capability, command, needs) => {
  const argv = join(bench.root, 'argv');
  const result = await bench.run('too-old', { command, env: { FAKE_ARGV: argv } });
  expect(result).toMatchObject({
    kind: 'unsupported',
    capability,
    needs,
    found: 'codex 0.120.0',
    workMayHaveRun: false,
    retryable: false,
  });
  expect(existsSync(argv)).toBe(false);
  await bench.expectNothingLeft();
});

test.each([
  ['exec_output_schema', EXEC],
  ['resume_output_schema', RESUME],
  ['exec_fork', FORK],
])('%s: a codex that does not tell its version is known by its refusal', async (capability, command) => {
  const result = await bench.run('too-old-and-silent-about-it', { command });
  expect(result).toMatchObject({ kind: 'unsupported', capability, found: 'an older codex' });
  await bench.expectNothingLeft();
});

test('a turn that one with a schema is to follow is not begun by a codex that could not make that one', async () => {
  const argv = join(bench.root, 'argv');
  const request = { command: EXEC, wireSchema: null, schemaTurnFollows: true, env: { FAKE_ARGV: argv } };
  const result = await bench.run('too-old', request);
  expect(result).toMatchObject({ kind: 'unsupported', capability: 'resume_output_schema' });
  expect(existsSync(argv)).toBe(false);
});

test('a resume without a schema needs no capability', async () => {
  const argv = join(bench.root, 'argv');
  const result = await bench.run('too-old', { command: RESUME, wireSchema: null, env: { FAKE_ARGV: argv } });
  expect(result).toMatchObject({ exitCode: 0, codexVersion: '0.120.0' });
  expect(readFileSync(argv, 'utf8').split('\n')).toEqual(['exec', 'resume', '--json', '--', 's-1', '-', '']);
});

test('a version probe: printing nothing, garbage, or nonsense that cannot be started', async () => {
  for (const behaviour of ['prints-nothing', 'version-garbage', 'exits-at-once']) {
    expect(await probeVersion(bench.codex(behaviour), bench.env(behaviour))).toBeNull();
  }
  expect(await probeVersion({ ...bench.codex('answers'), path: '/does/not/exist' }, {})).toBeNull();
  expect(await probeVersion(bench.codex('too-old'), bench.env('too-old'))).toBe('0.120.0');
  await bench.expectNothingLeft();
});

test('a version probe that never ends is ended, with all that it started', async () => {
  expect(
    await probeVersion(bench.codex('version-hangs'), bench.env('version-hangs'), { limitMs: 200 }),
  ).toBeNull();
  await bench.expectNothingLeft();
});
