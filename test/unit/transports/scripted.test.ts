import { describe, expect, test } from 'vitest';
import { AbortedBySignal, DEFAULT_LIMITS, type TurnRequest } from '../../../src/codex/turn-request.js';
import { createScriptedTransport } from '../../../src/transports/scripted.js';

function request(more: Partial<TurnRequest> = {}): TurnRequest {
  return {
    command: { subcommand: 'exec', prompt: 'hi', options: {} },
    codex: { path: 'codex', prefixArgs: [], env: {}, foundAt: 'PATH', version: null },
    wireSchema: null,
    limits: DEFAULT_LIMITS,
    env: {},
    cwd: '.',
    observe: { keepEvents: false },
    ...more,
  };
}

const answer = (text: string) => [
  { type: 'turn.started' },
  { type: 'item.completed', item: { type: 'agent_message', text } },
  { type: 'turn.completed' },
];

describe('a scripted turn', () => {
  test('its events become evidence and reach the observer', async () => {
    const seen: string[] = [];
    const transport = createScriptedTransport({
      stdout: answer('{}'),
      stderr: 'one\ntwo\n',
      codexVersion: '1.2.3',
    });
    const result = await transport.runTurn(
      request({
        observe: {
          keepEvents: true,
          onStarted: () => seen.push('started'),
          onEvent: ({ type }) => seen.push(type),
          onStderrLine: (line) => seen.push(line),
          onBytes: (bytes) => seen.push(`${Buffer.from(bytes).toString().split('\n').length - 1} lines`),
        },
      }),
    );
    expect(seen).toEqual([
      'started',
      '3 lines',
      'turn.started',
      'item.completed',
      'turn.completed',
      'one',
      'two',
    ]);
    expect(result).toMatchObject({
      exitCode: 0,
      signal: null,
      stop: null,
      codexVersion: '1.2.3',
      stderr: 'one\ntwo\n',
      turn: { terminal: { type: 'turn.completed' }, message: { text: '{}' } },
    });
    expect(result).toHaveProperty('events.length', 3);
  });

  test('may have text that is not a stream, a signal, or a stop cause', async () => {
    const stop = { kind: 'timeout', limit: 'idle', ms: 5 } as const;
    const transport = createScriptedTransport({
      stdout: 'no json\n',
      signal: 'SIGKILL',
      stop,
      lingered: true,
    });
    expect(await transport.runTurn(request())).toMatchObject({
      exitCode: null,
      signal: 'SIGKILL',
      stop,
      lingered: true,
      turn: { sawEvent: false, notices: [{ kind: 'unparsable_line', count: 1 }] },
    });
  });

  test('has its own script, the last of which is repeated; the requests are recorded', async () => {
    const failure = {
      ok: false,
      kind: 'spawn_failed',
      message: 'm',
      reason: 'r',
      workMayHaveRun: false,
      retryable: false,
    } as const;
    const transport = createScriptedTransport(failure, (_request, index) => ({ exitCode: index }));
    expect(await transport.runTurn(request())).toBe(failure);
    expect(await transport.runTurn(request())).toMatchObject({ exitCode: 1 });
    expect(await transport.runTurn(request({ cwd: '/x' }))).toMatchObject({ exitCode: 2 });
    expect(transport.requests.map(({ cwd }) => cwd)).toEqual(['.', '.', '/x']);
  });

  test('can be aborted', async () => {
    const abort = new AbortController();
    const transport = createScriptedTransport({ before: () => abort.abort(new AbortedBySignal('SIGHUP')) });
    const result = await transport.runTurn(request({ signal: abort.signal }));
    expect(result).toMatchObject({ stop: { kind: 'aborted', signal: 'SIGHUP' } });
  });
});
