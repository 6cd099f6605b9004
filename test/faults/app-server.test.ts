import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fork } from '../../src/codex/builders.js';
import { createAppServerTransport } from '../../src/transports/app-server.js';
import type { Transport } from '../../src/transports/transport.js';
import { FaultBench, type Setup } from '../support/fault-bench.js';
import { paced } from '../support/machine-pace.js';
import { processesWithMark } from '../support/process-watch.js';

let bench: FaultBench;
let transport: Transport;
beforeEach(async () => {
  bench = await FaultBench.open();
  transport = createAppServerTransport();
});
afterEach(async () => {
  await transport.close();
  await bench.expectNothingLeft();
  bench.close();
});

const SOON = { killGraceMs: 100 };
/** Long enough for a fake server to begin a turn. */
const LIMIT = paced(1_500);

const play = (behaviour: string, setup: Setup = {}) => bench.run(`as-${behaviour}`, { transport, ...setup });
const evidence = (behaviour: string, setup: Setup = {}) =>
  bench.evidence(`as-${behaviour}`, { transport, ...setup });

describe('an app server that', () => {
  test('behaves: the turn ends, the server goes on', async () => {
    const result = await evidence('answers', { observe: { keepEvents: true } });
    expect(result).toMatchObject({
      exitCode: null,
      signal: null,
      stop: null,
      stderr: '',
      codexVersion: '0.171.0',
    });
    expect(result.turn).toMatchObject({
      threadId: 't-1',
      terminal: { type: 'turn.completed' },
      message: { text: '{}' },
    });
    expect(result.events.map(({ type }) => type)).toEqual([
      'thread.started',
      'turn.started',
      'item.completed',
      'turn.completed',
    ]);
    expect(processesWithMark(bench.mark)).not.toEqual([]);
  });

  test('is for one turn only: it is gone with the turn', async () => {
    await evidence('answers', { once: true });
    expect(processesWithMark(bench.mark)).toEqual([]);
  });

  test.each([
    ['crashes', { exitCode: 101, signal: null, stderr: 'panicked at the disco\n' }, true],
    ['exits', { exitCode: 0, signal: null }, false],
    ['dies', { exitCode: null, signal: 'SIGKILL' }, false],
  ])('%s mid-turn: what was seen is kept', async (behaviour, expected, sawWork) => {
    const result = await evidence(behaviour);
    expect(result).toMatchObject({ ...expected, stop: null });
    expect(result.turn).toMatchObject({ terminal: null, sawEvent: true, sawWork, threadId: 't-1' });
  });

  test('crashed: the next turn gets a new one', async () => {
    await evidence('crashes');
    expect(await evidence('crashes')).toMatchObject({ exitCode: 101 });
  });

  test('crashes at its start', async () => {
    expect(await play('crashes-at-start')).toMatchObject({
      kind: 'spawn_failed',
      message: expect.stringContaining('the state database cannot be opened'),
    });
  });

  test('is not there', async () => {
    expect(await play('is-not-there')).toMatchObject({ kind: 'unsupported', capability: 'app_server' });
  });

  test('lacks a method', async () => {
    expect(
      await play('has-no-fork', { command: fork('0199a213-81c0-7800-8aa1-bbab2a035a53', 'hi') }),
    ).toMatchObject({
      kind: 'unsupported',
      capability: 'thread/fork',
      found: 'codex 0.171.0',
    });
  });

  test('refuses the turn: its error is the native one', async () => {
    const { turn } = await evidence('refuses');
    expect(turn.terminal).toEqual({
      type: 'turn.failed',
      error: {
        code: -32602,
        message: 'Input exceeds the maximum length of 1048576 characters.',
        data: { input_error_code: 'input_too_large' },
      },
    });
  });

  test('talks nonsense: it is counted, nothing more', async () => {
    const { turn } = await evidence('talks-nonsense');
    expect(turn).toMatchObject({ terminal: { type: 'turn.completed' }, message: { text: '{}' } });
    expect(turn.notices).toEqual([
      expect.objectContaining({ kind: 'unparsable_line', count: expect.any(Number) }),
    ]);
  });

  test('answers on a line that is too long: the turn ends all the same', async () => {
    const { turn } = await evidence('long-line', { limits: { maxLineBytes: 100_000 } });
    expect(turn).toMatchObject({ terminal: { type: 'turn.completed' }, messageDropped: true });
    expect(turn.notices).toEqual([expect.objectContaining({ kind: 'oversized_line', count: 2 })]);
  });

  test('floods stderr: the tail is kept, the turn goes on', async () => {
    const lines: string[] = [];
    const result = await evidence('floods-stderr', { observe: { onStderrLine: (line) => lines.push(line) } });
    expect(result.turn.message?.text).toBe('{}');
    expect(Buffer.byteLength(result.stderr)).toBeLessThanOrEqual(16 * 1024);
    expect(lines.length).toBeGreaterThan(100_000);
  });

  test('asks: every request is answered, by default with a no in its own shape', async () => {
    const answers = join(bench.root, 'answers');
    const { turn } = await evidence('asks', { env: { FAKE_ANSWERS: answers } });
    expect(turn.terminal).toEqual({ type: 'turn.completed' });
    const lines = readFileSync(answers, 'utf8').trim().split('\n');
    const said = lines.map((line) => {
      const at = line.indexOf(' ');
      const { result, error } = JSON.parse(line.slice(at + 1));
      return [line.slice(0, at), result ?? error.code];
    });
    const denied = { decision: { denied: { rejection: expect.any(String) } } };
    expect(Object.fromEntries(said)).toEqual({
      'item/commandExecution/requestApproval': { decision: 'decline' },
      'item/fileChange/requestApproval': { decision: 'decline' },
      'item/tool/requestUserInput': { answers: {} },
      'mcpServer/elicitation/request': { action: 'decline', content: null, _meta: null },
      'item/permissions/requestApproval': { permissions: {}, scope: 'turn' },
      'item/tool/call': { success: false, contentItems: [{ type: 'inputText', text: expect.any(String) }] },
      execCommandApproval: denied,
      applyPatchApproval: denied,
      'account/chatgptAuthTokens/refresh': -32601,
      'attestation/generate': -32601,
      'something/new': -32601,
    });
    expect(lines.map((line) => JSON.parse(line.slice(line.indexOf(' ') + 1)).id)).toEqual([
      ...Array(11).keys(),
    ]);
  });

  test('tells of other threads and turns: they are ignored', async () => {
    const { turn } = await evidence('other-threads');
    expect(turn).toMatchObject({
      terminal: { type: 'turn.completed' },
      message: { text: '{}' },
      otherMessages: [],
      toolCalls: { total: 0, failed: 0 },
    });
  });

  test('leaves a process behind', async () => {
    await evidence('leaves-grandchild', { once: true, limits: SOON });
    await bench.expectNothingLeft();
  });
});

describe('a turn never hangs', () => {
  test.each([
    ['overall', { timeoutMs: LIMIT }],
    ['idle', { idleTimeoutMs: LIMIT }],
  ] as const)('where the server does not heed its interrupt: %s limit', async (limit, limits) => {
    const result = await evidence('hangs', { limits: { ...limits, ...SOON } });
    expect(result).toMatchObject({ stop: { kind: 'timeout', limit, ms: LIMIT } });
    expect(result.turn).toMatchObject({ sawWork: true, terminal: null });
    await bench.expectNothingLeft();
  });

  test('where the server heeds it: the server goes on', async () => {
    const result = await evidence('heeds-interrupts', { limits: { idleTimeoutMs: LIMIT } });
    expect(result).toMatchObject({ stop: { kind: 'timeout', limit: 'idle' }, exitCode: null });
    expect(result.turn.message?.text).toBe('{}');
    expect(processesWithMark(bench.mark)).not.toEqual([]);
  });

  test('where it does nothing but try to connect', async () => {
    const result = await evidence('reconnects', { limits: { idleTimeoutMs: LIMIT } });
    expect(result).toMatchObject({ stop: { kind: 'timeout', limit: 'idle' } });
    expect(result.turn.notices).toMatchObject([{ kind: 'reconnect' }]);
  });

  test.each(['mute', 'mute-about-threads'])('with a server that is %s', async (behaviour) => {
    const result = await evidence(behaviour, { limits: { timeoutMs: 300, ...SOON } });
    expect(result).toMatchObject({ stop: { kind: 'timeout', limit: 'overall' } });
    expect(result.turn.sawEvent).toBe(false);
  });

  test('whose caller aborts', async () => {
    const controller = new AbortController();
    const onEvent = ({ type }: { type: string }) => void (type === 'item.started' && controller.abort());
    const result = await evidence('hangs', { signal: controller.signal, limits: SOON, observe: { onEvent } });
    expect(result.stop).toEqual({ kind: 'aborted', signal: null });
  });

  test('whose caller had aborted: nothing is started', async () => {
    const result = await evidence('hangs', { signal: AbortSignal.abort() });
    expect(result).toMatchObject({ stop: { kind: 'aborted' }, turn: { sawEvent: false } });
    expect(processesWithMark(bench.mark)).toEqual([]);
  });
});

test('what an observer throws comes out of the turn, after it has been ended', async () => {
  const onEvent = () => {
    throw new Error('the caller is broken');
  };
  await expect(play('heeds-interrupts', { observe: { onEvent } })).rejects.toThrow('the caller is broken');
});

test('closing twice, and turns after it', async () => {
  await evidence('answers');
  await Promise.all([transport.close(), transport.close()]);
  await bench.expectNothingLeft();
  expect(await evidence('answers')).toMatchObject({ turn: { message: { text: '{}' } } });
});

test.each([
  ['--profile', { profile: 'x' }],
  ['--oss', { oss: true }],
  ['--ignore-user-config', { ignoreUserConfig: true }],
  ['--color=never', { extraArgs: ['--color=never'] }],
])('%s has no equivalent: it is refused, not ignored', async (capability, options) => {
  const result = await play('answers', { command: { subcommand: 'exec', prompt: 'hi', options } });
  expect(result).toMatchObject({ kind: 'unsupported', capability });
});
