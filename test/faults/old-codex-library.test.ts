import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Agent } from '../../src/agent/agent.js';
import { exec } from '../../src/codex/builders.js';
import { run } from '../../src/run/run.js';
import { type AppServerClient, openAppServer } from '../../src/run/threads/open.js';
import { createAppServerTransport } from '../../src/transports/app-server.js';
import { CliBench, SCHEMA } from '../support/cli.js';
import { methodsAsked, type OldCodex, putOldCodex, startsOf } from '../support/old-codex.js';

let bench: CliBench;
let client: AppServerClient | null = null;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(async () => {
  await client?.close();
  client = null;
  bench.dispose();
});

function open(codex: OldCodex): AppServerClient {
  putOldCodex(bench, codex);
  client = openAppServer(placed());
  return client;
}

const placed = () => ({
  codexPath: bench.path('bin', 'codex'),
  env: bench.environment(),
  cwd: bench.folder,
});

const CONTEXT = { note: { value: 'v', kind: 'application' } } as const;
const TOOL = { type: 'function', name: 'f', description: '', inputSchema: {} } as const;

describe('a turn of a thread that this codex could only do half is not begun', () => {
  test.each<readonly [string, string, (server: AppServerClient) => ReturnType<typeof outcomeOf>]>([
    ['0.77.0', 'app_server_output_schema', (server) => outcomeOf(server.startThread({ schema: SCHEMA }))],
    ['0.58.0', 'app_server', (server) => outcomeOf(server.startThread())],
    [
      '0.134.0',
      'additional_context',
      (server) => outcomeOf(server.startThread(), { additionalContext: CONTEXT }),
    ],
    ['0.79.0', 'thread/fork', (server) => outcomeOf(server.forkThread('t-0', { schema: SCHEMA }))],
    ['0.106.0', 'app_server_ephemeral', (server) => outcomeOf(server.startThread({ ephemeral: true }))],
    ['0.130.0', 'app_server_add_dir', (server) => outcomeOf(server.startThread({ addDirs: ['/'] }))],
    ['0.91.0', 'dynamic_tools', (server) => outcomeOf(server.startThread({ dynamicTools: [TOOL] }))],
  ])('%s: %s', async (version, capability, act) => {
    expect(await act(open({ version }))).toMatchObject({
      kind: 'unsupported',
      capability,
      found: `codex ${version}`,
      workMayHaveRun: false,
    });
    expect(methodsAsked(bench).filter((method) => !/^initialized?$/.test(method))).toEqual([]);
  });

  function outcomeOf(
    thread: ReturnType<AppServerClient['startThread']>,
    options: { readonly additionalContext?: typeof CONTEXT } = {},
  ) {
    return thread.turn('hi', options).outcome as Promise<unknown>;
  }

  test('and one that it can do whole is', async () => {
    const server = open({ version: '0.79.0' });
    const outcome = await server.startThread({ schema: SCHEMA }).turn('hi').outcome;
    expect(outcome).toMatchObject({ kind: 'ok', value: { name: 'Ada' } });
  });
});

test.each(['0.124.0', '0.140.0', '0.169.0'])('an agent on %s has no turn', async (version) => {
  putOldCodex(bench, { version });
  await using task = await new Agent({ schema: SCHEMA, ...placed() }).start();
  expect(await task.runTurn('hi')).toMatchObject({
    kind: 'unsupported',
    capability: 'tool_allowlist',
    needs: '0.171.0',
    found: `codex ${version}`,
    workMayHaveRun: false,
  });
  expect(startsOf(bench)).toEqual([]);
});

test('a run over a transport of its own is refused by the same table', async () => {
  putOldCodex(bench, { version: '0.77.0' });
  const transport = createAppServerTransport();
  const outcome = await run(exec('hi'), SCHEMA, { ...placed(), transport });
  await transport.close();
  expect(outcome).toMatchObject({
    kind: 'unsupported',
    capability: 'app_server_output_schema',
    needs: '0.79.0',
  });
});
