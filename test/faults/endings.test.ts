import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { FaultBench, SCHEMA } from '../support/fault-bench.js';
import { processesWithMark } from '../support/process-watch.js';

let bench: FaultBench;
beforeEach(async () => {
  bench = await FaultBench.open();
});
afterEach(() => bench.close());

test('a good run: events, exit 0, nothing left', async () => {
  const result = await bench.evidence('answers', { observe: { keepEvents: true } });
  expect(result).toMatchObject({ exitCode: 0, signal: null, stop: null, lingered: false, stderr: '' });
  expect(result.turn.terminal).toEqual({ type: 'turn.completed' });
  expect(result.turn.message?.text).toBe('{"answer":"ok"}');
  expect(result.events).toHaveLength(4);
  await bench.expectNothingLeft();
});

test('the prompt goes by stdin, whole, and never into the arguments', async () => {
  const prompt = `--not-a-flag ж ${'x'.repeat(300_000)} the end`;
  const files = { FAKE_ARGV: join(bench.root, 'argv'), FAKE_PROMPT: join(bench.root, 'prompt') };
  await bench.evidence('answers', { command: { subcommand: 'exec', prompt, options: {} }, env: files });
  expect(readFileSync(files.FAKE_PROMPT, 'utf8')).toBe(prompt);
  expect(readFileSync(files.FAKE_ARGV, 'utf8')).not.toContain('not-a-flag');
});

test('the schema file: byte for byte, 0600 in a folder of its own with 0700', async () => {
  const copy = join(bench.root, 'copy');
  const wireSchema = `{\n  "b": 1, "a": "é\u2028"\n}\n`;
  await bench.evidence('keeps-schema', { wireSchema, env: { FAKE_SCHEMA: copy } });
  expect(readFileSync(copy, 'utf8')).toBe(wireSchema);
  const [folder, file] = readFileSync(`${copy}.ls`, 'utf8').split('\n');
  expect(folder).toMatch(/^drwx------/);
  expect(file).toMatch(/^-rw-------/);
  expect(file).toContain(join(bench.tmp, 'codex-structured-'));
  await bench.expectNothingLeft();
});

test('without a schema there is no file and no flag', async () => {
  const argv = join(bench.root, 'argv');
  await bench.evidence('answers', { wireSchema: null, env: { FAKE_ARGV: argv, TMPDIR: '/does/not/exist' } });
  expect(readFileSync(argv, 'utf8')).not.toContain('--output-schema');
});

test('printing nothing', async () => {
  const result = await bench.evidence('prints-nothing');
  expect(result).toMatchObject({ exitCode: 0, stop: null });
  expect(result.turn).toMatchObject({ sawEvent: false, terminal: null });
  await bench.expectNothingLeft();
});

test('10 MB on stderr: the tail is kept, the run goes on', async () => {
  const lines: string[] = [];
  const result = await bench.evidence('noisy-stderr', {
    observe: { onStderrLine: (line) => lines.push(line) },
  });
  expect(result.turn.terminal).toEqual({ type: 'turn.completed' });
  expect(Buffer.byteLength(result.stderr)).toBeLessThanOrEqual(16 * 1024);
  expect(result.stderr).toMatch(/the last word\n$/);
  expect(lines.at(-1)).toBe('the last word');
  expect(lines.length).toBeGreaterThan(200_000);
  await bench.expectNothingLeft();
});

test('exiting before it reads a 4 MB prompt', async () => {
  const prompt = 'x'.repeat(4 * 1024 * 1024);
  const result = await bench.evidence('exits-at-once', {
    command: { subcommand: 'exec', prompt, options: {} },
  });
  expect(result).toMatchObject({ exitCode: 3, signal: null, stop: null });
  expect(result.stderr).toBe('no time for prompts\n');
  await bench.expectNothingLeft();
});

test('killed by a signal', async () => {
  const result = await bench.evidence('dies-by-signal');
  expect(result).toMatchObject({ exitCode: null, signal: 'SIGKILL', stop: null });
  await bench.expectNothingLeft();
});

test.each(['leaves-grandchild', 'leaves-stubborn-grandchild'])(
  '%s: it is ended, nobody waits',
  async (behaviour) => {
    const result = await bench.evidence(behaviour, { limits: { killGraceMs: 100 } });
    expect(result).toMatchObject({ exitCode: 0, signal: null, stop: null, lingered: false });
    expect(result.turn.terminal).toEqual({ type: 'turn.completed' });
    await bench.expectNothingLeft();
  },
);

test('a process outside the group that holds stdout is not waited for', async () => {
  const result = await bench.evidence('leaves-daemon');
  expect(result).toMatchObject({ exitCode: 0, stop: null });
  expect(result.turn.message?.text).toBe('{}');
  // In the middle of an exec a process shows no environment.
  await expect.poll(() => processesWithMark(bench.mark).length).toBe(1);
});

test('many turns of one transport at once do not mix', async () => {
  const results = await Promise.all(
    ['answers', 'exits-at-once', 'answers', 'prints-nothing'].map((behaviour) => bench.evidence(behaviour)),
  );
  expect(results.map(({ exitCode }) => exitCode)).toEqual([0, 3, 0, 0]);
  await bench.expectNothingLeft();
});

test('what an observer throws comes out of the turn, after everything is cleaned up', async () => {
  const onEvent = () => {
    throw new Error('the caller is broken');
  };
  await expect(bench.run('hangs', { observe: { onEvent }, wireSchema: SCHEMA })).rejects.toThrow(
    'the caller is broken',
  );
  await bench.expectNothingLeft();
});
