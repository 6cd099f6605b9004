import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { decide } from '../../src/agent/approvals/decision.js';
import { functionTool } from '../../src/agent/tools/function-tool.js';
import { shellCommand, toolCall } from '../../src/rehearsal/replies.js';
import { callsThenAnswer, sessionFor } from '../support/agent-stage.js';

const broken = async (): Promise<never> => {
  await sleep(1);
  throw new Error('the host is broken');
};

describe.concurrent('an asynchronous listener of an agent that rejects', () => {
  it('ends the turn if it is onToolCall, and the turn rejects with its error', async (context) => {
    const { session } = await sessionFor(context, callsThenAnswer(shellCommand('touch made')), {
      onToolCall: broken,
    });
    await context.expect(session.runTurn('go')).rejects.toThrow('the host is broken');
    context.expect(session.pendingToolCalls()).toEqual([]);
  });

  it('ends the turn if it is onToolError', async (context) => {
    const tool = functionTool({
      name: 'add',
      description: 'Adds.',
      inputSchema: { type: 'object', properties: {}, required: [], additionalProperties: false },
      approve: () => decide.approve(),
      run: () => {
        throw new Error('no sum');
      },
    });
    const options = { tools: [tool], onToolError: broken };
    const { session } = await sessionFor(context, callsThenAnswer(toolCall('add', {})), options);
    await context.expect(session.runTurn('go', { schema: null })).rejects.toThrow('the host is broken');
  });
});

describe('a turn of an agent', () => {
  it('is aborted if it is still waiting when the session is closed', async (context) => {
    const { session } = await sessionFor(context, callsThenAnswer(shellCommand('touch made')));
    const [running, queued] = [session.runTurn('one'), session.runTurn('two')];
    const { value: call } = await session.toolCalls().next();
    expect(call).toMatchObject({ kind: 'commandExecution' });
    await session.close();
    expect(await queued).toMatchObject({ kind: 'aborted', workMayHaveRun: false });
    expect((await running).ok).toBe(false);
  });
});

it('leaving the loop over calls while it waits ends the wait, not the turn', async (context) => {
  const { session } = await sessionFor(context, callsThenAnswer(shellCommand('touch made')));
  const turn = session.runTurn('go');
  const calls = session.toolCalls();
  const { value: call } = await calls.next();
  const waiting = calls.next();
  await calls.return?.();
  expect(await waiting).toMatchObject({ done: true });
  expect(session.pendingToolCalls()).toEqual([call]);
  if (call !== undefined) await session.reject(call);
  expect(await turn).toMatchObject({ kind: 'ok' });
});
