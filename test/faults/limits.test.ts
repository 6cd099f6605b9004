import { afterEach, beforeEach, expect, test } from 'vitest';
import { AbortedBySignal } from '../../src/codex/turn-request.js';
import { FaultBench } from '../support/fault-bench.js';

let bench: FaultBench;
beforeEach(async () => {
  bench = await FaultBench.open();
});
afterEach(() => bench.close());

test('the overall limit ends a turn', async () => {
  const result = await bench.evidence('hangs', { limits: { timeoutMs: 300 } });
  expect(result.stop).toEqual({ kind: 'timeout', limit: 'overall', ms: 300 });
  expect(result.signal).toBe('SIGTERM');
  expect(result.durationMs).toBeGreaterThanOrEqual(300);
  await bench.expectNothingLeft();
});

test('the idle limit ends a silent turn', async () => {
  const result = await bench.evidence('mute', { limits: { idleTimeoutMs: 200 } });
  expect(result.stop).toEqual({ kind: 'timeout', limit: 'idle', ms: 200 });
  await bench.expectNothingLeft();
});

test('the idle limit holds while a large prompt is not read', async () => {
  const prompt = 'x'.repeat(4 * 1024 * 1024);
  const command = { subcommand: 'exec', prompt, options: {} } as const;
  const result = await bench.evidence('mute', { command, limits: { idleTimeoutMs: 200 } });
  expect(result.stop).toMatchObject({ limit: 'idle' });
  await bench.expectNothingLeft();
});

test('of two limits the first counts', async () => {
  const result = await bench.evidence('mute', { limits: { timeoutMs: 60_000, idleTimeoutMs: 100 } });
  expect(result.stop).toMatchObject({ limit: 'idle' });
});

test('a limit beyond what a timer can hold does not fire at once', async () => {
  const result = await bench.evidence('answers', { limits: { timeoutMs: 2 ** 40, idleTimeoutMs: 2 ** 40 } });
  expect(result).toMatchObject({ exitCode: 0, stop: null });
});

test('ignoring SIGTERM, with a child that ignores it too: SIGKILL to the group', async () => {
  const abort = new AbortController();
  const result = await bench.evidence('ignores-sigterm', {
    limits: { killGraceMs: 100 },
    signal: abort.signal,
    observe: { onEvent: () => abort.abort() },
  });
  expect(result.stop).toEqual({ kind: 'aborted', signal: null });
  expect(result.signal).toBe('SIGKILL');
  await bench.expectNothingLeft();
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('abort by %s', async (signal) => {
  const abort = new AbortController();
  const result = await bench.evidence('hangs', {
    signal: abort.signal,
    observe: { onEvent: ({ type }) => type === 'turn.started' && abort.abort(new AbortedBySignal(signal)) },
  });
  expect(result.stop).toEqual({ kind: 'aborted', signal });
  expect(result.turn.threadId).toBe('t-1');
  await bench.expectNothingLeft();
});

test('a signal that is aborted already', async () => {
  const result = await bench.evidence('mute', { signal: AbortSignal.abort() });
  expect(result.stop).toEqual({ kind: 'aborted', signal: null });
  await bench.expectNothingLeft();
});

test('AbortSignal.timeout is an abort like any other', async () => {
  const result = await bench.evidence('mute', { signal: AbortSignal.timeout(100) });
  expect(result.stop).toEqual({ kind: 'aborted', signal: null });
  await bench.expectNothingLeft();
});

test('lingering after the terminal event: stopped after the grace, not a failure of its own', async () => {
  const result = await bench.evidence('lingers', { limits: { exitGraceMs: 100 } });
  expect(result).toMatchObject({ lingered: true, stop: null, signal: 'SIGTERM' });
  expect(result.turn.message?.text).toBe('{}');
  await bench.expectNothingLeft();
});

test('an abort during the grace is an abort', async () => {
  const abort = new AbortController();
  const result = await bench.evidence('lingers', {
    signal: abort.signal,
    observe: { onEvent: ({ type }) => type === 'turn.completed' && abort.abort() },
  });
  expect(result).toMatchObject({ lingered: false, stop: { kind: 'aborted' } });
  await bench.expectNothingLeft();
});

test('a command that codex was running, out of reach of its group, is ended with it', async () => {
  const abort = new AbortController();
  const result = await bench.evidence('runs-command', {
    limits: { killGraceMs: 100 },
    signal: abort.signal,
    observe: { onEvent: () => abort.abort() },
  });
  expect(result).toMatchObject({ stop: { kind: 'aborted' } });
  await bench.expectNothingLeft();
});
