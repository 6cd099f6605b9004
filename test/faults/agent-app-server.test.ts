import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Agent } from '../../src/agent/agent.js';
import type { Traffic } from '../../src/app-server/server/server-options.js';
import { type AppServerClient, openAppServer } from '../../src/run/threads/open.js';
import type { AppServerOptions } from '../../src/run/threads/options.js';
import { FaultBench } from '../support/fault-bench.js';
import { paced } from '../support/machine-pace.js';

const OBJECT = { type: 'object', properties: {}, required: [], additionalProperties: false } as const;

let bench: FaultBench;
let server: AppServerClient | null = null;
beforeEach(async () => {
  bench = await FaultBench.open();
});
afterEach(async () => {
  await server?.close();
  server = null;
  await bench.expectNothingLeft();
  bench.close();
});

function open(behaviour: string, options: AppServerOptions = {}): AppServerClient {
  const env = { ...bench.env(`as-${behaviour}`), FAKE_ANSWERS: join(bench.root, 'answers'), ...options.env };
  server = openAppServer({ cwd: bench.root, killGraceMs: 100, ...options, env });
  return server;
}

it('while codex waits for an answer, the idle limit does not count', async () => {
  let asked = 0;
  const idleTimeoutMs = paced(1_500);
  const thread = open('asks').startThread({
    schema: OBJECT,
    onServerRequest: async () => {
      asked += 1;
      if (asked === 1) await sleep(idleTimeoutMs + 1_000);
      return undefined;
    },
  });
  expect(await thread.turn('one', { idleTimeoutMs }).outcome).toMatchObject({ kind: 'ok' });
  expect(asked).toBe(11);
  expect(readFileSync(join(bench.root, 'answers'), 'utf8').split('\n')).toHaveLength(12);
});

describe('the traffic', () => {
  it('is told in both directions, with its secrets hidden', async () => {
    const seen: Traffic[] = [];
    const secret = 'a-secret-of-the-host';
    const client = open('asks', { env: { MY_API_KEY: secret }, onTraffic: (traffic) => seen.push(traffic) });
    const thread = client.startThread({
      config: {
        'model_providers.bridge': {
          base_url: 'http://127.0.0.1:4711/0123456789abcdef0123/v1',
          http_headers: { 'x-token': 'token-of-the-bridge' },
        },
      },
    });
    await thread.turn(`Say ${secret}.`, { schema: OBJECT }).outcome;
    const lines = seen.map(({ direction, line }) => `${direction} ${line}`).join('\n');
    expect(lines).toMatch(/^sent \{"id":1,"method":"initialize"/);
    expect(lines).toContain('received {"id":1,"result":{"userAgent"');
    expect(lines).toContain('http://127.0.0.1:4711/[hidden]/v1');
    for (const hidden of [secret, '0123456789abcdef0123', 'token-of-the-bridge']) {
      expect(lines).not.toContain(hidden);
    }
  });
});

it('an agent on a codex that prints no catalogue of models is unsupported', async () => {
  const agent = new Agent({ schema: OBJECT, cwd: bench.root, env: bench.env('as-answers') });
  const task = await agent.start();
  expect(await task.runTurn('hi')).toMatchObject({ kind: 'unsupported', capability: 'tool_allowlist' });
  for await (const _ of task.toolCalls()) throw new Error('no turn, no calls');
  await task.close();
});

it('an agent without a codex is an outcome, too', async () => {
  const agent = new Agent({
    schema: OBJECT,
    cwd: bench.root,
    codexPath: './codex',
    env: bench.env('as-answers'),
  });
  await using task = await agent.start();
  expect(await task.runTurn('hi')).toMatchObject({ kind: 'codex_not_found', workMayHaveRun: false });
});
