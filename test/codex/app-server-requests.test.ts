import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import type { ServerRequest } from '../../src/app-server/server/server-requests.js';
import { completed, message, toolCall } from '../../src/rehearsal/replies.js';
import { sequence } from '../../src/rehearsal/responses-script.js';
import { appServerFor } from '../support/app-server-stage.js';
import { MARK_VARIABLE, processesWithMark } from '../support/process-watch.js';
import { NAME_SCHEMA } from '../support/real-codex.js';
import { ADA } from '../support/run-on-stage.js';
import { untilEvent } from '../support/until-event.js';

/** A command that asks to be run outside of the sandbox. */
const escalating = (cmd: string) =>
  sequence(
    'escalating',
    completed(
      toolCall('exec_command', { cmd, sandbox_permissions: 'require_escalated', justification: 'To see.' }),
    ),
    completed(message(ADA)),
  );

const APPROVAL = 'item/commandExecution/requestApproval';

describe.concurrent('a command that is still running', () => {
  async function begin(context: TestContext) {
    const mark = randomUUID();
    // codex goes on without its end after a moment.
    const call = toolCall('exec_command', { cmd: 'sleep 600', yield_time_ms: 250 });
    const script = sequence('in-the-background', completed(call), completed(message(ADA)));
    const { server } = await appServerFor(context, script, { env: { [MARK_VARIABLE]: mark } });
    const thread = server.startThread({ schema: NAME_SCHEMA, sandbox: 'danger-full-access' });
    /** The server itself is always one of them. */
    const running = () => processesWithMark(mark).length - 1;
    return { thread, running };
  }

  it('ends with a turn that is interrupted; the server goes on', async (context) => {
    const { thread, running } = await begin(context);
    const turn = thread.turn('one');
    await untilEvent(turn, 'item.started');
    await context.expect.poll(running).toBe(1);
    expect(await turn.interrupt()).toMatchObject({ kind: 'aborted' });
    await context.expect.poll(running).toBe(0);
    expect(await thread.turn('two').outcome).toMatchObject({ kind: 'ok' });
  });

  it('outlives its turn, for the model to come back to, but not its thread', async (context) => {
    const { thread, running } = await begin(context);
    expect(await thread.turn('one').outcome).toMatchObject({ kind: 'ok' });
    await context.expect.poll(running).toBe(1);
    await thread.close();
    await context.expect.poll(running).toBe(0);
  });
});

describe.concurrent('what the real codex asks', () => {
  it('is declined by default, and the turn goes on', async (context) => {
    const { stage, server } = await appServerFor(context, escalating('touch made'));
    const thread = server.startThread({ schema: NAME_SCHEMA, approvalPolicy: 'on-request' });
    const outcome = await thread.turn('one').outcome;
    expect(outcome).toMatchObject({ kind: 'ok', value: ADA, detail: { toolCalls: { total: 1, failed: 1 } } });
    expect(existsSync(join(stage.cwd, 'made'))).toBe(false);
  });

  it('is answered by the thread that it is about, before the server', async (context) => {
    const asked: ServerRequest[] = [];
    const { stage, server } = await appServerFor(context, escalating('touch made'), {
      onServerRequest: () => ({ decision: 'cancel' }),
    });
    const thread = server.startThread({
      schema: NAME_SCHEMA,
      approvalPolicy: 'on-request',
      onServerRequest: (request) => {
        asked.push(request);
        return { decision: 'accept' };
      },
    });
    const outcome = await thread.turn('one').outcome;
    expect(outcome).toMatchObject({ kind: 'ok', detail: { toolCalls: { total: 1, failed: 0 } } });
    expect(existsSync(join(stage.cwd, 'made'))).toBe(true);
    expect(asked).toMatchObject([{ method: APPROVAL, params: { threadId: thread.id } }]);
  });

  it('is answered by the server where the thread leaves it alone; a cancel interrupts the turn', async (context) => {
    const { server } = await appServerFor(context, escalating('touch made'), {
      onServerRequest: async () => ({ decision: 'cancel' }),
    });
    const thread = server.startThread({
      schema: NAME_SCHEMA,
      approvalPolicy: 'on-request',
      onServerRequest: () => undefined,
    });
    expect(await thread.turn('one').outcome).toMatchObject({
      kind: 'turn_failed',
      error: { code: 'other', message: 'The turn was interrupted.' },
    });
  });

  it('is not asked at all without an approval policy: nobody is there', async (context) => {
    const asked: string[] = [];
    const { server } = await appServerFor(context, escalating('touch made'), {
      onServerRequest: ({ method }) => void asked.push(method),
    });
    const outcome = await server.startThread({ schema: NAME_SCHEMA }).turn('one').outcome;
    expect(outcome).toMatchObject({ kind: 'ok', value: ADA });
    expect(asked).toEqual([]);
  });
});

describe.concurrent('a turn that cannot be sent', () => {
  it('rejects with the reason, and the next one runs', async (context) => {
    const { stage, server } = await appServerFor(context, sequence('answer', completed(message(ADA))));
    const thread = server.startThread({ schema: NAME_SCHEMA });
    const item = { type: 'text' as const, text: 'one', text_elements: [] };
    // No type forbids members that the protocol does not have.
    const circular = Object.assign({ self: {} }, item);
    circular.self = circular;
    await expect(thread.turn([circular]).outcome).rejects.toThrow(/circular/);
    const large = Object.assign({ size: 1n }, item);
    await expect(thread.turn([large]).outcome).rejects.toThrow(/BigInt/);
    expect(stage.requests()).toEqual([]);
    expect(await thread.turn([item]).outcome).toMatchObject({ kind: 'ok', value: ADA });
  });
});
