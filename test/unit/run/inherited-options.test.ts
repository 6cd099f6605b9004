import { expect, it } from 'vitest';
import { Agent } from '../../../src/agent/index.js';
import { runBatch } from '../../../src/batch/index.js';
import { exec, run, stream } from '../../../src/index.js';
import { openAppServer } from '../../../src/run/threads/index.js';
import { createScriptedTransport } from '../../../src/testing.js';

const SCHEMA = { type: 'object', properties: {}, required: [], additionalProperties: false };

const signal = AbortSignal.abort();

/** The kind of the outcome if `transport` and `signal` were read: no turn ran. */
const CALLS = {
  run: async (options: object) => (await run(exec('hi'), SCHEMA, options)).kind,
  stream: async (options: object) => (await stream(exec('hi'), SCHEMA, options).outcome).kind,
  runBatch: async (options: object) => {
    const results = runBatch(['hi'], SCHEMA, options);
    for await (const { kind } of results) return kind;
    return 'no result';
  },
};

it.each(Object.entries(CALLS))('%s() reads inherited options', async (_, call) => {
  const transport = createScriptedTransport({ stdout: [] });
  class Options {
    get transport() {
      return transport;
    }
    get signal() {
      return signal;
    }
  }
  const own = await call({ transport, signal });
  expect(await call(Object.create({ transport, signal }))).toEqual(own);
  expect(await call(new Options())).toEqual(own);
  expect(transport.requests).toHaveLength(0);
});

const NO_CODEX = { codexPath: '/no/such/codex' };

it('an app server, a thread, a turn and an agent read inherited options', async () => {
  await using server = openAppServer(Object.create(NO_CODEX));
  const thread = server.startThread(Object.create({ schema: SCHEMA }));
  expect((await thread.turn('hi').outcome).kind).toBe('codex_not_found');
  expect((await thread.turn('hi', Object.create({ signal })).outcome).kind).toBe('aborted');
  const task = await new Agent(Object.create(NO_CODEX)).start();
  expect((await task.runTurn('hi')).kind).toBe('codex_not_found');
  await task.close();
});
