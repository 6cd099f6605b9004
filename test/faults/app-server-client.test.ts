import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { type AppServerClient, openAppServer } from '../../src/run/threads/open.js';
import type { AppServerOptions } from '../../src/run/threads/options.js';
import { FAKES, FaultBench } from '../support/fault-bench.js';
import { paced } from '../support/machine-pace.js';
import { processesWithMark } from '../support/process-watch.js';
import { untilEvent } from '../support/until-event.js';

const OBJECT = { type: 'object', properties: {}, required: [], additionalProperties: false } as const;

let bench: FaultBench;
const opened: AppServerClient[] = [];
beforeEach(async () => {
  bench = await FaultBench.open();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((server) => server.close()));
  await bench.expectNothingLeft();
  bench.close();
});

function open(behaviour: string, options: AppServerOptions = {}): AppServerClient {
  const env = { ...bench.env(`as-${behaviour}`), ...options.env };
  const server = openAppServer({ cwd: bench.root, killGraceMs: 100, ...options, env });
  opened.push(server);
  return server;
}

test('nothing is started before there is a turn', () => {
  open('answers').startThread();
  expect(processesWithMark(bench.mark)).toEqual([]);
});

test('a turn whose signal had been aborted starts nothing', async () => {
  const turn = open('answers').startThread().turn('one', { signal: AbortSignal.abort() });
  expect(await turn.outcome).toMatchObject({ kind: 'aborted', signal: null, workMayHaveRun: false });
  expect(await turn.steer('two')).toEqual({ ok: false, reason: 'The turn has ended.' });
  expect(processesWithMark(bench.mark)).toEqual([]);
});

test('a server that crashed is started again by the next turn, which resumes the thread', async () => {
  const thread = open('crashes').startThread({ schema: OBJECT });
  for (const prompt of ['one', 'two']) {
    expect(await thread.turn(prompt).outcome).toMatchObject({
      kind: 'process_failed',
      exitCode: 101,
      workMayHaveRun: true,
      detail: { threadId: 't-1', transport: 'app-server' },
    });
  }
});

test.each([
  ['is-not-there', { kind: 'unsupported', capability: 'app_server' }],
  ['crashes-at-start', { kind: 'spawn_failed' }],
])('a server that %s is the outcome of the turn, each time', async (behaviour, expected) => {
  const thread = open(behaviour).startThread({ schema: OBJECT });
  expect(await thread.turn('one').outcome).toMatchObject(expected);
  expect(await thread.turn('two').outcome).toMatchObject(expected);
});

test('a codex that is nowhere is the outcome of the turn, until it is there', async () => {
  const thread = open('answers', { codexPath: './codex' }).startThread({ schema: OBJECT });
  expect(await thread.turn('one').outcome).toMatchObject({ kind: 'codex_not_found' });
  writeFileSync(`${bench.root}/codex`, `#!/bin/sh\nexec '${FAKES}/as-answers/codex'\n`, { mode: 0o755 });
  expect(await thread.turn('two').outcome).toMatchObject({ kind: 'ok' });
});

test('a turn with a limit of its own', async () => {
  const thread = open('heeds-interrupts').startThread({ schema: OBJECT });
  const idleTimeoutMs = paced(1_500);
  const outcome = await thread.turn('one', { idleTimeoutMs }).outcome;
  expect(outcome).toMatchObject({
    kind: 'timeout',
    limit: 'idle',
    ms: idleTimeoutMs,
    detail: { text: '{}' },
  });
});

test('closing ends the turn that is running, and the process', async () => {
  const server = open('hangs');
  const turn = server.startThread({ schema: OBJECT }).turn('one');
  await untilEvent(turn, 'item.started');
  await Promise.all([server.close(), server.close()]);
  await bench.expectNothingLeft();
  expect(await turn.outcome).toMatchObject({ kind: 'no_terminal', detail: { toolCalls: { total: 0 } } });
  await bench.expectNothingLeft();
  await expect(server.startThread().turn('two').outcome).rejects.toThrow('closed');
});

test('await using closes it', async () => {
  {
    await using server = open('answers');
    expect(await server.startThread({ schema: OBJECT }).turn('one').outcome).toMatchObject({
      kind: 'ok',
      value: {},
    });
    expect(processesWithMark(bench.mark)).not.toEqual([]);
  }
  await bench.expectNothingLeft();
});

test('what a listener throws comes out of the turn; the server goes on', async () => {
  // It is the server's answer to the interrupt that is waited for, not a limit.
  const thread = open('heeds-interrupts', { killGraceMs: 20_000 }).startThread({ schema: OBJECT });
  const turn = thread.turn('one', {
    onEvent: () => {
      throw new Error('the caller is broken');
    },
  });
  await expect(turn.outcome).rejects.toThrow('the caller is broken');
  expect(processesWithMark(bench.mark)).not.toEqual([]);
});

test('what an answerer throws is answered as an error, and comes out of the turn', async () => {
  const answers = `${bench.root}/answers`;
  const thread = open('asks', { env: { FAKE_ANSWERS: answers } }).startThread({
    schema: OBJECT,
    onServerRequest: ({ method }) => {
      if (method === 'item/tool/call') throw new Error('no idea');
      return undefined;
    },
  });
  await expect(thread.turn('one').outcome).rejects.toThrow('no idea');
});
