import { afterEach, beforeEach, expect, test } from 'vitest';
import { RpcError } from '../../src/app-server/protocol/rpc-error.js';
import { exec } from '../../src/codex/builders.js';
import { run } from '../../src/run/run.js';
import { openAppServer } from '../../src/run/threads/open.js';
import { createAppServerTransport } from '../../src/transports/app-server.js';
import { FaultBench } from '../support/fault-bench.js';

const OBJECT = { type: 'object', properties: {}, required: [], additionalProperties: false } as const;
const SECRET = 'abcdefghijklmnop';

let bench: FaultBench;
beforeEach(async () => {
  bench = await FaultBench.open();
});
afterEach(async () => {
  await bench.expectNothingLeft();
  bench.close();
});

function expectNoSecret(text: string): void {
  expect(text).toContain('[hidden]');
  expect(text).not.toContain(SECRET);
  expect(text).not.toContain(SECRET.slice(0, 8));
  expect(text).not.toContain(SECRET.slice(8));
}

test('what an app server says of secrets is hidden in the outcome of a thread, and in the traffic', async () => {
  const lines: string[] = [];
  const server = openAppServer({
    cwd: bench.root,
    killGraceMs: 100,
    env: bench.env('as-tells-secrets'),
    onTraffic: ({ line }) => lines.push(line),
  });
  const outcome = await server.startThread().turn('one', { schema: OBJECT }).outcome;
  await server.close();
  expect(outcome).toMatchObject({
    kind: 'turn_failed',
    error: { native: { data: { headers: { 'x-api-key': '[hidden]' } } } },
  });
  expectNoSecret(JSON.stringify(outcome));
  expectNoSecret(lines.join('\n'));
});

test('it is hidden in the outcome of a run and in its lines of stderr', async () => {
  const lines: string[] = [];
  const transport = createAppServerTransport();
  const outcome = await run(exec('one'), OBJECT, {
    transport,
    cwd: bench.root,
    killGraceMs: 100,
    env: bench.env('as-tells-secrets'),
    onStderrLine: (line) => lines.push(line),
  });
  await transport.close();
  expect(outcome.kind).toBe('turn_failed');
  expectNoSecret(JSON.stringify(outcome));
  for (const line of lines) expect(line).not.toContain(SECRET);
});

test('an error of the app server has no secrets in what it carries', () => {
  const error = new RpcError(1, `Bearer ${SECRET}`, { token: SECRET }).redacted((text) =>
    text.replaceAll(SECRET, '[hidden]'),
  );
  expectNoSecret(JSON.stringify([error.message, error.native]));
});
