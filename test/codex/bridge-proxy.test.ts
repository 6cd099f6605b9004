import { describe, expect, it, type TestContext } from 'vitest';
import { completed, message, toolCall } from '../../src/rehearsal/replies.js';
import { sequence } from '../../src/rehearsal/responses-script.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { schemaIn } from '../support/app-server-stage.js';
import { BridgeBench, type StartedBridge, WIRE } from '../support/bridge-bench.js';
import { codexLauncher, NO_SANDBOX } from '../support/real-codex.js';
import { ADA, stageFor } from '../support/run-on-stage.js';

type Script = Parameters<typeof stageFor>[1];

/** The real codex behind the bridge, with a thread begun. */
async function begin(context: TestContext, script: Script) {
  const stage = await stageFor(context, script);
  const bench = new BridgeBench();
  context.onTestFinished(() => bench.close());
  const overrides = [...stage.config, NO_SANDBOX].flatMap((override) => ['-c', override]);
  const env = { ...stage.fullEnv, CODEX_STRUCTURED_CODEX_PATH: codexLauncher() };
  const bridge = bench.start(['app-server', ...overrides], env).read();
  const send = (message: object) => bridge.child.stdin.write(`${JSON.stringify(message)}\n`);
  send({
    id: 1,
    method: 'initialize',
    params: { clientInfo: { name: 'x', title: null, version: '1' }, capabilities: null },
  });
  send({ method: 'initialized' });
  send({ id: 2, method: 'thread/start', params: { cwd: stage.cwd } });
  await bridge.hasSaid('{"id":2,');
  const threadId = threadIn(bridge);
  return { stage, bench, bridge, send, threadId };
}

function threadIn(bridge: StartedBridge): string {
  const line = bridge.said.split('\n').find((said) => said.startsWith('{"id":2,')) ?? '';
  return /"thread":\{"id":"([^"]+)"/.exec(line)?.[1] ?? '';
}

describe.concurrent('the real app server behind the bridge', () => {
  it('gets the schema where there is none or null, the client its own, and ends with the client', async (context) => {
    const { stage, bench, bridge, threadId } = await begin(context, scripts.answer(ADA));
    const own = { type: 'object', properties: {}, required: [], additionalProperties: false, title: 'own' };
    const input = [{ type: 'text', text: 'hi' }];
    const requests = [{}, { outputSchema: null }, { outputSchema: own }].map((more, index) => ({
      params: { threadId, input, ...more },
      id: 10 + index,
      method: 'turn/start',
    }));
    // Two forms that codex takes as well: a list of the members, and a number that goes on and on.
    const list = [13, 'turn/start', { threadId, input }];
    const long = `{"id":14,"method":"turn/start","params":{"n":0.${'0'.repeat(5000)}1,"threadId":"${threadId}","input":${JSON.stringify(input)}}}`;
    const lines = [...[...requests, list].map((message) => JSON.stringify(message)), long];
    for (const [index, line] of lines.entries()) {
      bridge.child.stdin.write(`${line}\n`);
      await context.expect.poll(() => bridge.said.split('"turn/completed"').length).toBe(index + 2);
    }
    expect(stage.requests().map(schemaIn)).toEqual(
      [WIRE, WIRE, JSON.stringify(own), WIRE, WIRE].map((text) => JSON.parse(text)),
    );
    bridge.child.stdin.end();
    expect(await bridge.end).toMatchObject({ code: 0 });
    await bench.expectNothingLeft();
  });

  it.for(['SIGTERM', 'SIGKILL', 'end of stdin'] as const)(
    'ends with a turn and a command under way, by %s',
    async (how, context) => {
      const command = toolCall('exec_command', { cmd: 'echo > up; sleep 600' });
      const script = sequence('sleeps', completed(command), completed(message(ADA)));
      const { bench, bridge, send, threadId } = await begin(context, script);
      send({ id: 3, method: 'turn/start', params: { threadId, input: [{ type: 'text', text: 'hi' }] } });
      await bridge.hasSaid('"commandExecution"');
      if (how === 'end of stdin') bridge.child.stdin.end();
      else bridge.child.kill(how);
      await bridge.end;
      await bench.expectNothingLeft();
    },
  );
});
