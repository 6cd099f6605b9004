import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import type { AgentSession } from '../../src/agent/agent-session.js';
import { CallDecisionError, decide } from '../../src/agent/approvals/decision.js';
import type { PendingToolCall } from '../../src/agent/approvals/pending-calls.js';
import { functionTool } from '../../src/agent/tools/function-tool.js';
import { completed, message, shellCommand, toolCall } from '../../src/rehearsal/replies.js';
import { sequence } from '../../src/rehearsal/responses-script.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { agentOn, callsThenAnswer, resultsIn, sessionFor } from '../support/agent-stage.js';
import { saidIn } from '../support/app-server-stage.js';
import { MARK_VARIABLE, processesWithMark } from '../support/process-watch.js';
import { ADA } from '../support/run-on-stage.js';

const OK = { kind: 'ok', value: ADA };
const ANY = { type: 'object' } as const;

async function firstCall(session: AgentSession<unknown>): Promise<PendingToolCall> {
  for await (const call of session.toolCalls()) return call;
  throw new Error('the turn ended without a call');
}

describe.concurrent('the turns of a session', () => {
  it('run one after the other, and one loop sees the calls of all', async (context) => {
    const script = sequence(
      'two',
      completed(shellCommand('echo one')),
      completed(message(ADA)),
      completed(shellCommand('echo two')),
      completed(message(ADA)),
    );
    const { session } = await sessionFor(context, script);
    const outcomes = Promise.all([session.runTurn('one'), session.runTurn('two', { schema: null })]);
    const commands: string[] = [];
    for await (const call of session.toolCalls()) {
      if (call.kind === 'commandExecution') commands.push(call.command);
      await session.approve(call);
    }
    expect(await outcomes).toMatchObject([OK, { kind: 'ok', value: JSON.stringify(ADA) }]);
    expect(commands).toEqual(['echo one', 'echo two']);
    expect(await session.steer('too late')).toEqual({ ok: false, reason: 'No turn is running.' });
  });

  it('are separate in two sessions of one agent', async (context) => {
    const script = sequence(
      'many',
      completed(shellCommand('pwd')),
      completed(shellCommand('pwd')),
      completed(message(ADA)),
    );
    const { agent, session } = await sessionFor(context, script);
    await using other = await agent.start();
    const outcomes = Promise.all([session.runTurn('one'), other.runTurn('two')]);
    const [mine, theirs] = await Promise.all([firstCall(session), firstCall(other)]);
    await expect(session.approve(theirs)).rejects.toThrow('it does not belong to this agent session');
    await Promise.all([session.approve(mine), other.approve(theirs)]);
    expect(await outcomes).toMatchObject([OK, OK]);
    expect(session.threadId).not.toBe(other.threadId);
  });

  it('can be steered while a call is pending', async (context) => {
    const { stage, session } = await sessionFor(context, callsThenAnswer(shellCommand('true')));
    const outcome = session.runTurn('hi');
    const call = await firstCall(session);
    expect(await session.steer('Be quick.')).toEqual({ ok: true });
    await session.approve(call);
    expect(await outcome).toMatchObject(OK);
    expect(saidIn(stage.requests()[1]).at(-1)).toBe('user: Be quick.');
  });
});

describe.concurrent('the end of a turn', () => {
  it('aborts the signal of a running function tool', async (context) => {
    let began = () => {};
    const running = new Promise<void>((resolve) => {
      began = resolve;
    });
    let aborted = false;
    const tool = functionTool({
      name: 'slow',
      description: 'x',
      inputSchema: ANY,
      approve: () => decide.run(),
      run: async (_, { signal }) => {
        began();
        await once(signal, 'abort');
        aborted = true;
        throw new Error('given up');
      },
    });
    const { session } = await sessionFor(context, callsThenAnswer(toolCall('slow', {})), { tools: [tool] });
    const abort = new AbortController();
    const outcome = session.runTurn('hi', { signal: abort.signal });
    await running;
    abort.abort();
    expect(await outcome).toMatchObject({ kind: 'aborted' });
    await expect.poll(() => aborted).toBe(true);
  });

  it('ends a command that was run in place of another', async (context) => {
    const mark = randomUUID();
    const { session } = await sessionFor(context, callsThenAnswer(shellCommand('true')), {
      env: { [MARK_VARIABLE]: mark },
    });
    const abort = new AbortController();
    const outcome = session.runTurn('hi', { signal: abort.signal });
    const call = await firstCall(session);
    const alone = processesWithMark(mark).length;
    const replaced = session.decide(call, decide.replaceCommand('sleep 600'));
    const refused = expect(replaced).rejects.toThrow(CallDecisionError);
    await context.expect.poll(() => processesWithMark(mark).length).toBeGreaterThan(alone);
    abort.abort();
    expect(await outcome).toMatchObject({ kind: 'aborted' });
    await refused;
    await context.expect.poll(() => processesWithMark(mark).length).toBe(alone);
  });

  it('ends its pending calls, also when the session is closed', async (context) => {
    const { session } = await sessionFor(context, callsThenAnswer(shellCommand('true')));
    const outcome = session.runTurn('hi');
    const call = await firstCall(session);
    await session.close();
    expect((await outcome).kind).toMatch(/^(no_terminal|process_failed)$/);
    expect(session.pendingToolCalls()).toEqual([]);
    await expect(session.approve(call)).rejects.toThrow('its turn has ended');
  });
});

describe.concurrent('another request of codex', () => {
  it('is declined if it calls a tool that this agent does not have', async (context) => {
    const tool = functionTool({ name: 'gone', description: 'x', inputSchema: ANY, run: () => 'x' });
    const script = sequence(
      'x',
      completed(message(ADA)),
      completed(toolCall('gone', {})),
      completed(message(ADA)),
    );
    const { stage, session } = await sessionFor(context, script, { tools: [tool] });
    expect(await session.runTurn('one')).toMatchObject(OK);
    await session.close();
    await using resumed = await agentOn(stage).resume(session.threadId ?? '');
    expect(await resumed.runTurn('two')).toMatchObject(OK);
    expect(resultsIn(stage.requests()[2])).toEqual(['Unknown tool.']);
  });

  it('goes to onServerRequest, and is declined by default', async (context) => {
    const asked: string[] = [];
    const server = fileURLToPath(new URL('../support/mcp-server.mjs', import.meta.url));
    const { session } = await sessionFor(context, scripts.mcpCall('fixture', 'change', { text: 'hi' }, ADA), {
      threadConfig: { mcp_servers: { fixture: { command: process.execPath, args: [server] } } },
      onServerRequest: ({ method }) => void asked.push(method),
    });
    expect(await session.runTurn('hi')).toMatchObject(OK);
    expect(asked).toEqual(['mcpServer/elicitation/request']);
    expect(session.pendingToolCalls()).toEqual([]);
  });
});
