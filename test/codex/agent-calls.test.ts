import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { AgentSession } from '../../src/agent/agent-session.js';
import { CallDecisionError, decide } from '../../src/agent/approvals/decision.js';
import type { PendingToolCall } from '../../src/agent/approvals/pending-calls.js';
import { ApplyPatch, ExecCommand, WriteStdin } from '../../src/agent/tools/builtin-tools.js';
import { UnifiedExec } from '../../src/agent/tools/capability.js';
import { type FunctionToolSpec, functionTool } from '../../src/agent/tools/function-tool.js';
import { completed, message, shellCommand, toolCall } from '../../src/rehearsal/replies.js';
import { sequence } from '../../src/rehearsal/responses-script.js';
import type { SchemaInput } from '../../src/run/schema-input.js';
import { callsThenAnswer, patchCall, resultsIn, sessionFor } from '../support/agent-stage.js';
import { saidIn } from '../support/app-server-stage.js';
import { paced } from '../support/machine-pace.js';
import { ADA } from '../support/run-on-stage.js';

const PATCH = '*** Begin Patch\n*** Add File: new.txt\n+hello\n*** End Patch';
const AGE = z.object({ name: z.string(), age: z.number().int() }).strict();

const OK = { kind: 'ok', value: ADA };

async function firstCall(session: AgentSession<unknown>): Promise<PendingToolCall> {
  for await (const call of session.toolCalls()) return call;
  throw new Error('the turn ended without a call');
}

const thrower = (error: unknown) => (): number => {
  throw error;
};

/** A schema of a library whose own check has a bug. */
function throwing(error: unknown) {
  const type = () => ({ type: 'object' });
  const jsonSchema = { input: type, output: type };
  return { '~standard': { version: 1, vendor: 'x', validate: thrower(error), jsonSchema } } as const;
}

describe.concurrent('a command', () => {
  it('is pending until it is decided, and runs when it is approved', async (context) => {
    const { stage, session } = await sessionFor(context, callsThenAnswer(shellCommand('touch made')));
    const outcome = session.runTurn('hi');
    const call = await firstCall(session);
    expect(call).toMatchObject({ kind: 'commandExecution', command: 'touch made', cwd: stage.cwd });
    expect(call.describe()).toBe(`Run \`touch made\` in ${stage.cwd}.`);
    expect(session.pendingToolCalls()).toEqual([call]);
    expect(existsSync(join(stage.cwd, 'made'))).toBe(false);
    await session.approve(call);
    expect(await outcome).toMatchObject(OK);
    expect(existsSync(join(stage.cwd, 'made'))).toBe(true);
    expect(session.pendingToolCalls()).toEqual([]);
  });

  it('is the whole command, even if codex itself summarizes it', async (context) => {
    const commands = ['cat a | tee b', 'cat a | xargs rm', 'cd / && cat a', `echo 'it'"'"'s' $HOME`];
    const { session } = await sessionFor(context, callsThenAnswer(...commands.map(shellCommand)));
    const outcome = session.runTurn('hi');
    const asked: string[] = [];
    for await (const call of session.toolCalls()) {
      if (call.kind === 'commandExecution') asked.push(call.command);
      await session.reject(call);
    }
    expect(await outcome).toMatchObject(OK);
    expect(asked.toSorted()).toEqual(commands.toSorted());
  });

  it('is rejected with a reason that reaches the model, and the turn continues', async (context) => {
    const { stage, session } = await sessionFor(context, callsThenAnswer(shellCommand('touch made')));
    const outcome = session.runTurn('hi');
    await session.reject(await firstCall(session), 'Nothing may be made here.');
    expect(await outcome).toMatchObject({ ...OK, detail: { toolCalls: { total: 1, failed: 1 } } });
    expect(existsSync(join(stage.cwd, 'made'))).toBe(false);
    const [, second] = stage.requests();
    expect(resultsIn(second)[0]).toContain('rejected by user');
    expect(saidIn(second).at(-1)).toMatch(/^user: .*Nothing may be made here\.$/s);
  });

  it('is replaced: the other command runs, and the model gets its result', async (context) => {
    const { stage, session } = await sessionFor(context, callsThenAnswer(shellCommand('touch made')));
    const outcome = session.runTurn('hi');
    const call = await firstCall(session);
    if (call.kind !== 'commandExecution') throw new Error(call.kind);
    await session.replaceCommand(call, 'touch other && echo was made >&2; exit 3');
    expect(await outcome).toMatchObject(OK);
    expect(['made', 'other'].map((name) => existsSync(join(stage.cwd, name)))).toEqual([false, true]);
    const [, second] = stage.requests();
    expect(resultsIn(second)[0]).toContain('rejected by user');
    const told = saidIn(second).at(-1) ?? '';
    expect(told).toContain('Your command `touch made` was not run.');
    expect(told).toMatch(
      /\$ touch other && echo was made >&2; exit 3\nIt exited with code 3\. Output:\n.*was made/s,
    );
  });

  it('is replaced in the sandbox of the session', async (context) => {
    const { stage, session } = await sessionFor(context, callsThenAnswer(shellCommand('true')), {
      sandbox: 'read-only',
    });
    const outcome = session.runTurn('hi');
    await session.decide(await firstCall(session), decide.replaceCommand('touch other'));
    expect(await outcome).toMatchObject(OK);
    expect(existsSync(join(stage.cwd, 'other'))).toBe(false);
    expect(saidIn(stage.requests()[1]).at(-1)).toMatch(/It exited with code [1-9]/);
  });

  it('is decided by the policy of its tool', async (context) => {
    const asked: string[] = [];
    const approve = (call: { command: string }) => {
      asked.push(call.command);
      if (call.command === 'touch a') return decide.approve();
      return call.command === 'touch b' ? decide.reject() : undefined;
    };
    const script = callsThenAnswer(...['a', 'b', 'c'].map((name) => shellCommand(`touch ${name}`)));
    const { stage, session } = await sessionFor(context, script, {
      capabilities: [new UnifiedExec({ approve })],
    });
    const outcome = session.runTurn('hi');
    const deferred: string[] = [];
    for await (const call of session.toolCalls()) {
      deferred.push(call.describe());
      await session.approve(call);
    }
    expect(await outcome).toMatchObject(OK);
    expect(asked.toSorted()).toEqual(['touch a', 'touch b', 'touch c']);
    expect(deferred).toEqual([`Run \`touch c\` in ${stage.cwd}.`]);
    expect(['a', 'b', 'c'].map((name) => existsSync(join(stage.cwd, name)))).toEqual([true, false, true]);
  });

  it('does not run if its policy throws, and the turn rejects with that error', async (context) => {
    const exec = new ExecCommand().withApprovalPolicy(() => {
      throw new Error('a bug of the host');
    });
    const { stage, session } = await sessionFor(context, callsThenAnswer(shellCommand('touch made')), {
      capabilities: [],
      tools: [exec, new WriteStdin()],
    });
    await expect(session.runTurn('hi')).rejects.toThrow('a bug of the host');
    expect(existsSync(join(stage.cwd, 'made'))).toBe(false);
    expect(await session.runTurn('hi')).toMatchObject(OK);
  });
});

describe.concurrent('a change of files', () => {
  it('has its diff, and is made when it is approved', async (context) => {
    const { stage, session } = await sessionFor(context, callsThenAnswer(patchCall(PATCH)), {
      tools: [new ApplyPatch()],
    });
    const outcome = session.runTurn('hi');
    const call = await firstCall(session);
    const path = join(stage.cwd, 'new.txt');
    expect(call).toMatchObject({ kind: 'fileChange', changes: [{ path, kind: 'add', diff: 'hello\n' }] });
    expect(call.describe()).toBe(`Change add ${path}.`);
    await session.approve(call);
    expect(await outcome).toMatchObject(OK);
    expect(readFileSync(path, 'utf8')).toBe('hello\n');
  });

  it('has the new path of a moved file', async (context) => {
    const patch = '*** Begin Patch\n*** Update File: a.txt\n*** Move to: b.txt\n@@\n-x\n+y\n*** End Patch';
    const { stage, session } = await sessionFor(context, callsThenAnswer(patchCall(patch)), {
      tools: [new ApplyPatch()],
    });
    const [from, to] = [join(stage.cwd, 'a.txt'), join(stage.cwd, 'b.txt')];
    writeFileSync(from, 'x\n');
    const outcome = session.runTurn('hi');
    const call = await firstCall(session);
    expect(call.describe()).toBe(`Change update ${from} and move it to ${to}.`);
    await session.reject(call);
    expect(await outcome).toMatchObject(OK);
  });

  it('is decided by a policy, whose inapplicable decision is an error of the host', async (context) => {
    const policy = () => decide.reject('No files.');
    const { stage, session } = await sessionFor(context, callsThenAnswer(patchCall(PATCH)), {
      capabilities: [],
      tools: [new ApplyPatch().withApprovalPolicy(policy)],
    });
    expect(await session.runTurn('hi')).toMatchObject(OK);
    expect(existsSync(join(stage.cwd, 'new.txt'))).toBe(false);
    expect(saidIn(stage.requests()[1]).at(-1)).toContain('No files.');
  });
});

describe.concurrent('a function tool', () => {
  const lookUp = (run: (args: z.infer<typeof AGE>) => unknown, approve?: 'run') =>
    functionTool({
      name: 'look_up',
      description: 'Looks a person up.',
      inputSchema: AGE,
      instructions: 'Call look_up before you answer.',
      run,
      ...(approve === undefined ? {} : { approve: () => decide.run() }),
    });
  const call = (args: Record<string, unknown>) => toolCall('look_up', args as never);
  const GOOD = { name: 'Ada', age: 36 };

  it('runs if its own approve allows it; the model gets its result and its instructions', async (context) => {
    const { stage, session } = await sessionFor(context, callsThenAnswer(call(GOOD)), {
      tools: [lookUp(({ name, age }) => ({ born: 1851 - age, name }), 'run')],
      developerInstructions: 'Be brief.',
    });
    expect(await session.runTurn('hi')).toMatchObject(OK);
    const [first, second] = stage.requests();
    expect(resultsIn(second)).toEqual(['{"born":1815,"name":"Ada"}']);
    expect(saidIn(first)).toContain('developer: Be brief.\n\nCall look_up before you answer.');
  });

  it('is pending by default, and can be run, run with other arguments, answered or rejected', async (context) => {
    const script = callsThenAnswer(...[1, 2, 3, 4].map((age) => call({ name: 'Ada', age })));
    const { stage, session } = await sessionFor(context, script, {
      tools: [lookUp(({ age }) => `age ${age}`)],
    });
    const outcome = session.runTurn('hi');
    for await (const pending of session.toolCalls()) {
      if (pending.kind !== 'functionTool') continue;
      const { age } = pending.args as z.infer<typeof AGE>;
      expect(pending.describe()).toBe(`Call look_up({"name":"Ada","age":${age}}).`);
      if (age === 1) await session.runFunctionTool(pending);
      if (age === 2) {
        await expect(session.runFunctionTool(pending, { name: 'Ada' })).rejects.toThrow(CallDecisionError);
        await session.runFunctionTool(pending, { name: 'Ada', age: 20 });
      }
      if (age === 3) await session.submitToolResult(pending, { made: 'up' });
      if (age === 4) await session.reject(pending, 'Not this one.');
    }
    expect(await outcome).toMatchObject(OK);
    expect(resultsIn(stage.requests()[1])).toEqual(['age 1', 'age 20', '{"made":"up"}', 'Not this one.']);
  });

  it('never runs with invalid arguments: the model gets the problems, and tries again', async (context) => {
    const ran: unknown[] = [];
    const script = sequence(
      'again',
      completed(call({ name: 5, agee: 1 })),
      completed(call(GOOD)),
      completed(message(ADA)),
    );
    const { stage, session } = await sessionFor(context, script, {
      tools: [lookUp((args) => void ran.push(args), 'run')],
    });
    expect(await session.runTurn('hi')).toMatchObject(OK);
    expect(ran).toEqual([GOOD]);
    const [told] = resultsIn(stage.requests()[1]);
    expect(told).toMatch(/^The arguments do not match the input schema of look_up:\n- at /);
    expect(told).toContain('- at /name: ');
    expect(told).toContain('call the tool again');
  });

  it('that throws is reported to the model without a stack, and to the host with the error', async (context) => {
    const seen: unknown[] = [];
    const bug = new TypeError('no such person');
    const { stage, session } = await sessionFor(context, callsThenAnswer(call(GOOD)), {
      tools: [
        lookUp(() => {
          throw bug;
        }, 'run'),
      ],
      onToolError: (error) => void seen.push(error),
    });
    expect(await session.runTurn('hi')).toMatchObject(OK);
    expect(resultsIn(stage.requests()[1])).toEqual(['The tool look_up failed: no such person']);
    expect(seen).toEqual([bug]);
  });

  it.for<[string, Partial<FunctionToolSpec<SchemaInput>>, RegExp]>([
    ['that throws what has no words', { run: thrower(Object.create(null)) }, /failed: an error without a/],
    ['whose schema throws', { inputSchema: throwing(new Error('a bug')) }, /look_up failed: a bug$/],
    ['with half a character in its result', { run: () => 'x\ud83d' }, /^x\ufffd$/],
  ])('%s does not keep codex waiting', async ([, odd, told], context) => {
    const approve = () => decide.run();
    const spec: FunctionToolSpec<SchemaInput> = {
      name: 'look_up',
      description: 'x',
      inputSchema: AGE,
      run: () => 1,
      approve,
      ...odd,
    };
    const tool = functionTool(spec);
    const { stage, session } = await sessionFor(context, callsThenAnswer(call(GOOD)), { tools: [tool] });
    expect(await session.runTurn('hi')).toMatchObject(OK);
    expect(resultsIn(stage.requests()[1])[0]).toMatch(told);
  });

  it('does not run again if the listener for its errors throws, and the turn ends', async (context) => {
    const run = vi.fn(thrower(new Error('the tool')));
    const { session } = await sessionFor(context, callsThenAnswer(call(GOOD)), {
      tools: [lookUp(run)],
      onToolError: thrower(new Error('the listener')),
    });
    const outcome = session.runTurn('hi');
    outcome.catch(() => undefined);
    const pending = await firstCall(session);
    await session.approve(pending);
    await expect(session.approve(pending)).rejects.toThrow(CallDecisionError);
    await expect(outcome).rejects.toThrow('the listener');
    expect(run).toHaveBeenCalledOnce();
  });

  it.for([{ run: () => undefined }, { run: async () => undefined }])(
    'gives null if it returns nothing',
    async ({ run }, context) => {
      const { stage, session } = await sessionFor(context, callsThenAnswer(call(GOOD)), {
        tools: [lookUp(run, 'run')],
      });
      expect(await session.runTurn('hi')).toMatchObject(OK);
      expect(resultsIn(stage.requests()[1])).toEqual(['null']);
    },
  );

  it.for([[1n], [Symbol('s')], [() => 1]])(
    'fails if its result has no JSON form',
    async ([result], context) => {
      const { stage, session } = await sessionFor(context, callsThenAnswer(call(GOOD)), {
        tools: [lookUp(() => result, 'run')],
      });
      expect(await session.runTurn('hi')).toMatchObject(OK);
      expect(resultsIn(stage.requests()[1])[0]).toMatch(/^The tool look_up failed: /);
    },
  );

  it.for([
    { letter: 'é', count: 24_000, isCut: false },
    { letter: 'é', count: 25_000, isCut: true },
  ])(
    'has a result of $count $letter whole, or a notice that codex cut it',
    async ({ letter, count, isCut }, context) => {
      const { stage, session } = await sessionFor(context, callsThenAnswer(call(GOOD)), {
        tools: [lookUp(() => letter.repeat(count), 'run')],
      });
      const notice = { kind: 'context', count: 1, excerpts: [`look_up: ${2 * count} bytes`] };
      const outcome = await session.runTurn('hi');
      expect(outcome).toMatchObject({ kind: 'ok', detail: { notices: isCut ? [notice] : [] } });
      const [result] = resultsIn(stage.requests()[1]);
      expect(result === letter.repeat(count)).toBe(!isCut);
    },
  );

  it('can be called from code mode', async (context) => {
    const code = 'text(await tools.look_up({ name: "Ada", age: 7 }))';
    const item = { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_1', name: 'exec', input: code };
    const { stage, session } = await sessionFor(context, callsThenAnswer({ kind: 'raw', item }), {
      tools: [lookUp(({ age }) => `age ${age}`, 'run')],
      model: 'gpt-6.2-sol',
    });
    expect(await session.runTurn('hi')).toMatchObject(OK);
    expect(resultsIn(stage.requests()[1])[0]).toContain('age 7');
  });

  it('is still available in a resumed thread', async (context) => {
    const tools = [lookUp(({ age }) => `age ${age}`, 'run')];
    const script = sequence('x', completed(message(ADA)), completed(call(GOOD)), completed(message(ADA)));
    const { stage, agent, session } = await sessionFor(context, script, { tools });
    expect(await session.runTurn('one')).toMatchObject(OK);
    await session.close();
    const resumed = await agent.resume(session.threadId ?? '');
    context.onTestFinished(() => resumed.close());
    expect(await resumed.runTurn('two')).toMatchObject(OK);
    expect(resumed.threadId).toBe(session.threadId);
    expect(resultsIn(stage.requests()[2])).toEqual(['age 36']);
  });
});

describe.concurrent('a decision', () => {
  it('is made once: a second one is an error', async (context) => {
    const { session } = await sessionFor(context, callsThenAnswer(shellCommand('true')));
    const outcome = session.runTurn('hi');
    const call = await firstCall(session);
    const both = await Promise.allSettled([session.approve(call), session.reject(call)]);
    expect(both.map(({ status }) => status)).toEqual(['fulfilled', 'rejected']);
    expect(await outcome).toMatchObject(OK);
    await expect(session.approve(call)).rejects.toThrow(/it is already decided/);
  });

  it('that does not apply leaves the call pending', async (context) => {
    const { session } = await sessionFor(context, callsThenAnswer(shellCommand('true')));
    const outcome = session.runTurn('hi');
    const call = await firstCall(session);
    await expect(session.decide(call, decide.run())).rejects.toThrow('"run" does not apply to a call');
    await session.decide(call, decide.defer());
    expect(session.pendingToolCalls()).toEqual([call]);
    await session.approve(call);
    expect(await outcome).toMatchObject(OK);
  });

  it('is too late after the turn was aborted', async (context) => {
    const { session } = await sessionFor(context, callsThenAnswer(shellCommand('true')));
    const abort = new AbortController();
    const outcome = session.runTurn('hi', { signal: abort.signal });
    const call = await firstCall(session);
    abort.abort();
    expect(await outcome).toMatchObject({ kind: 'aborted' });
    expect(session.pendingToolCalls()).toEqual([]);
    await expect(session.approve(call)).rejects.toThrow(CallDecisionError);
  });

  it('may take as long as the turn, and no longer', async (context) => {
    const call = completed(shellCommand('true'));
    const script = sequence('later', completed(message(ADA)), call, completed(message(ADA)));
    const { session } = await sessionFor(context, script);
    expect(await session.runTurn('one')).toMatchObject(OK);
    const outcome = session.runTurn('two', { timeoutMs: paced(3_000) });
    const pending = await firstCall(session);
    expect(await outcome).toMatchObject({ kind: 'timeout', limit: 'overall' });
    await expect(session.approve(pending)).rejects.toThrow(/its turn has ended|no longer waits for it/);
  });

  it('can also be made by a listener', async (context) => {
    const asked: PendingToolCall[] = [];
    const { session } = await sessionFor(context, callsThenAnswer(shellCommand('true')), {
      onToolCall: (call) => {
        asked.push(call);
        void session.approve(call);
      },
    });
    expect(await session.runTurn('hi')).toMatchObject(OK);
    expect(asked.map(({ kind }) => kind)).toEqual(['commandExecution']);
  });
});
