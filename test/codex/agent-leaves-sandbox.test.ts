import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import type { AgentOptions } from '../../src/agent/agent-options.js';
import type { AgentSession } from '../../src/agent/agent-session.js';
import { decide } from '../../src/agent/approvals/decision.js';
import type { PendingCommandExecution, PendingToolCall } from '../../src/agent/approvals/pending-calls.js';
import { ExecCommand, WriteStdin } from '../../src/agent/tools/builtin-tools.js';
import { UnifiedExec } from '../../src/agent/tools/capability.js';
import type { SandboxPolicy } from '../../src/app-server/generated/protocol.js';
import type { JsonObject } from '../../src/json/value.js';
import { completed, message, toolCall } from '../../src/rehearsal/replies.js';
import type { OutputItem, ResponsesScript } from '../../src/rehearsal/responses-script.js';
import { sequence } from '../../src/rehearsal/responses-script.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { agentOn, callsThenAnswer, resultsIn, sessionFor, toolsOffered } from '../support/agent-stage.js';
import { saidIn } from '../support/app-server-stage.js';
import { codexLauncher } from '../support/real-codex.js';
import { ADA } from '../support/run-on-stage.js';

const ESCALATED = { sandbox_permissions: 'require_escalated' };
const OK = { kind: 'ok', value: ADA };
const command = (cmd: string, more: JsonObject = {}): OutputItem =>
  toolCall('exec_command', { cmd, ...more });
const approve = () => decide.approve();
const approving = { capabilities: [new UnifiedExec({ approve })] };

/** Not every machine that runs the tests can make a sandbox; then nothing stays inside of one, and nothing runs. */
const home = mkdtempSync(join(tmpdir(), 'codex-structured-sandbox-'));
const tried = spawnSync(process.execPath, [codexLauncher(), 'sandbox', '--', 'true'], {
  env: { ...process.env, CODEX_HOME: home },
});
rmSync(home, { recursive: true, force: true });
const inSandbox = it.skipIf(tried.status !== 0);

/** The commands of codex in JavaScript: the model's own arguments are then not told. */
function inCodeMode(input: string): OutputItem {
  return {
    kind: 'raw',
    item: { type: 'custom_tool_call', id: 'ctc_1', call_id: 'call_1', name: 'exec', input },
  };
}

/** A folder in which no sandbox of codex's may write; it is gone when the test has ended. */
function outside(context: Pick<TestContext, 'onTestFinished'>): string {
  // A sandbox that lets the workspace be written to lets /tmp, too, but not this one.
  const folder = mkdtempSync('/var/tmp/codex-structured-outside-');
  context.onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Each call that became pending; `act` decides about it. */
async function pendingIn(
  session: AgentSession<unknown>,
  act: (call: PendingToolCall) => Promise<void>,
): Promise<PendingCommandExecution[]> {
  const seen: PendingCommandExecution[] = [];
  for await (const call of session.toolCalls()) {
    if (call.kind === 'commandExecution') seen.push(call);
    await act(call);
  }
  return seen;
}

describe.concurrent('a command that asks to leave the sandbox', () => {
  inSandbox.for<[string, JsonObject]>([
    ['without a reason', ESCALATED],
    ['with a reason', { ...ESCALATED, justification: 'It is needed.' }],
    ['with a prefix rule', { ...ESCALATED, prefix_rule: ['touch'] }],
    ['in a terminal', { ...ESCALATED, tty: true }],
    ['with an argument that nobody knows', { with_escalated_permissions: true }],
  ])('%s says so, and a policy that approves it is a reject', async ([, args], context) => {
    const described: string[] = [];
    const policy = (call: PendingCommandExecution) => {
      described.push(`${call.leavesSandbox} ${call.describe()}`);
      return decide.approve();
    };
    const file = join(outside(context), 'made');
    const script = callsThenAnswer(command('touch inside'), command(`touch ${file}`, args), command('true'));
    const { stage, session } = await sessionFor(context, script, {
      sandbox: 'workspace-write',
      capabilities: [new UnifiedExec({ approve: policy })],
    });
    expect(await session.runTurn('hi')).toMatchObject(OK);
    expect(existsSync(file)).toBe(false);
    expect(existsSync(join(stage.cwd, 'inside'))).toBe(true);
    expect(described.filter((line) => line.startsWith('false'))).toHaveLength(2);
    expect(described.find((line) => line.startsWith('true'))).toMatch(
      /^true Run `touch .*made` in \S+, (maybe )?outside the sandbox/,
    );
    expect(saidIn(stage.requests()[1]).at(-1)).toMatch(
      /The reason: It leaves the sandbox, and the approval policy of `exec_command` does not allow that\.$/,
    );
  });

  it.for<AgentOptions['approvalPolicy'] & string>(['untrusted', 'on-request'])(
    'is approved by hand, where codex asks %s: the host has seen the mark',
    async (approvalPolicy, context) => {
      const file = join(outside(context), 'made');
      const { session } = await sessionFor(context, callsThenAnswer(command(`touch ${file}`, ESCALATED)), {
        sandbox: 'read-only',
        approvalPolicy,
      });
      const outcome = session.runTurn('hi');
      const [call] = await pendingIn(session, (pending) => session.approve(pending));
      expect(call).toMatchObject({
        leavesSandbox: true,
        sandboxExits: [{ kind: 'escalated' }],
        reason: null,
        additionalPermissions: null,
      });
      expect(await outcome).toMatchObject(OK);
      expect(existsSync(file)).toBe(true);
    },
  );

  it('can be approved by a policy with allowOutsideSandbox', async (context) => {
    const folder = outside(context);
    const exec = new ExecCommand().withApprovalPolicy(approve, { allowOutsideSandbox: true });
    const script = callsThenAnswer(command(`touch ${join(folder, 'made')}`, ESCALATED));
    const { session } = await sessionFor(context, script, {
      sandbox: 'read-only',
      capabilities: [],
      tools: [exec, new WriteStdin()],
    });
    expect(await session.runTurn('hi')).toMatchObject(OK);
    expect(existsSync(join(folder, 'made'))).toBe(true);
  });

  it('names the permissions that it asks for', async (context) => {
    const permissions = { additional_permissions: { network: { enabled: true } } };
    const script = callsThenAnswer(
      command('echo one', { ...permissions, sandbox_permissions: 'with_additional_permissions' }),
      command('echo two', permissions),
    );
    const { stage, session } = await sessionFor(context, script, {
      sandbox: 'read-only',
      approvalPolicy: 'on-request',
      enable: ['exec_permission_approvals'],
      ...approving,
    });
    expect(await session.runTurn('hi')).toMatchObject(OK);
    expect(resultsIn(stage.requests()[1]).map((result) => result.includes('rejected by user'))).toEqual([
      true,
      true,
    ]);
    expect(saidIn(stage.requests()[1]).join('\n')).toContain(
      'with more permissions than the sandbox has: {"network":{"enabled":true},"fileSystem":null}',
    );
  });
});

it('an approval for the session does not cover the same command outside the sandbox', async (context) => {
  const asked: boolean[] = [];
  const policy = ({ leavesSandbox }: PendingCommandExecution) => {
    asked.push(leavesSandbox);
    return decide.approve('session');
  };
  const file = join(outside(context), 'made');
  const inside = completed(command(`touch ${file}`));
  const escalated = completed(command(`touch ${file}`, ESCALATED));
  const { session } = await sessionFor(
    context,
    sequence('session', inside, inside, escalated, completed(message(ADA))),
    { sandbox: 'read-only', capabilities: [new UnifiedExec({ approve: policy })] },
  );
  expect(await session.runTurn('hi')).toMatchObject(OK);
  expect(asked).toEqual([false, true]);
  expect(existsSync(file)).toBe(false);
});

describe.concurrent('a command whose arguments codex does not report may leave the sandbox', () => {
  it('in code mode', async (context) => {
    const file = join(outside(context), 'made');
    const code = `await tools.exec_command({ cmd: "touch ${file}", ["sandbox_" + "permissions"]: "require_escalated" })`;
    const { session } = await sessionFor(context, callsThenAnswer(inCodeMode(code)), {
      sandbox: 'read-only',
    });
    const outcome = session.runTurn('hi');
    const [call] = await pendingIn(session, (pending) => session.reject(pending));
    expect(call).toMatchObject({ leavesSandbox: true, sandboxExits: [{ kind: 'unknown' }] });
    expect(call?.describe()).toMatch(/ with the shell `\S+ -lc` in \S+, maybe outside the sandbox\.$/);
    expect(await outcome).toMatchObject(OK);
    expect(existsSync(file)).toBe(false);
  });

  it('which is off if a policy may not approve such commands', async (context) => {
    const offered = async (allowOutsideSandbox: boolean) => {
      const capabilities = [new UnifiedExec({ approve, allowOutsideSandbox })];
      const options = { capabilities, sandbox: 'read-only', model: 'gpt-6.2-sol' } as const;
      const { stage, session } = await sessionFor(context, scripts.answer(ADA), options);
      expect(await session.runTurn('hi')).toMatchObject(OK);
      return toolsOffered(stage.requests()[0]);
    };
    expect(await offered(false)).toEqual(['exec_command', 'write_stdin']);
    expect(await offered(true)).toContain('exec');
  });
});

inSandbox('in a thread that is resumed the arguments of commands are known, too', async (context) => {
  const file = join(outside(context), 'made');
  const script = sequence(
    'resumed',
    completed(message(ADA)),
    completed(command(`touch ${file}`, ESCALATED), command('touch inside')),
    completed(message(ADA)),
  );
  const { stage, session } = await sessionFor(context, script, { sandbox: 'workspace-write', ...approving });
  expect(await session.runTurn('hi')).toMatchObject(OK);
  const { threadId } = session;
  await session.close();
  const resumed = await agentOn(stage, { sandbox: 'workspace-write', ...approving }).resume(threadId ?? '');
  context.onTestFinished(() => resumed.close());
  expect(await resumed.runTurn('hi')).toMatchObject(OK);
  expect(existsSync(file)).toBe(false);
  expect(existsSync(join(stage.cwd, 'inside'))).toBe(true);
  expect(saidIn(stage.requests()[2]).at(-1)).toContain(', outside the sandbox. The reason: It leaves');
});

describe.concurrent('a command that was approved and does not ask to leave the sandbox', () => {
  const cases: [string, AgentOptions['sandbox'], 'policy' | 'hand'][] = [
    ['by a policy', 'read-only', 'policy'],
    ['by a policy', 'workspace-write', 'policy'],
    ['by a policy', undefined, 'policy'],
    ['by hand', 'read-only', 'hand'],
    ['by hand', 'workspace-write', 'hand'],
  ];
  inSandbox.for(cases)(
    '%s stays in it (%s), also if the sandbox stops it',
    async ([, sandbox, how], context) => {
      const file = join(outside(context), 'made');
      const { stage, session } = await sessionFor(context, callsThenAnswer(command(`touch ${file}`)), {
        ...(how === 'policy' ? approving : {}),
        ...({ sandbox } as AgentOptions),
      });
      const outcome = session.runTurn('hi');
      const calls = await pendingIn(session, (call) => session.approve(call));
      expect(calls.map(({ leavesSandbox }) => leavesSandbox)).toEqual(how === 'policy' ? [] : [false]);
      expect(await outcome).toMatchObject(OK);
      expect(existsSync(file)).toBe(false);
      expect(resultsIn(stage.requests()[1])[0]).toContain('Read-only file system');
    },
  );

  inSandbox('may write to the workspace and to the folders beside it', async (context) => {
    const more = outside(context);
    const script = callsThenAnswer(command(`touch here ${join(more, 'there')}`));
    const { stage, session } = await sessionFor(context, script, {
      sandbox: 'workspace-write',
      addDirs: [more],
      ...approving,
    });
    expect(await session.runTurn('hi')).toMatchObject(OK);
    expect([join(stage.cwd, 'here'), join(more, 'there')].map((path) => existsSync(path))).toEqual([
      true,
      true,
    ]);
  });
});

inSandbox(
  'an agent that tunes its sandbox keeps what it has tuned, and is told what that costs',
  async (context) => {
    const more = outside(context);
    const { session } = await sessionFor(context, callsThenAnswer(command(`touch ${join(more, 'made')}`)), {
      sandbox: 'workspace-write',
      threadConfig: { sandbox_workspace_write: { writable_roots: [more] } },
    });
    const outcome = session.runTurn('hi');
    const [call] = await pendingIn(session, (pending) => session.approve(pending));
    expect(call?.sandboxExits).toEqual([{ kind: 'retryIfStopped' }]);
    expect(await outcome).toMatchObject(OK);
    expect(existsSync(join(more, 'made'))).toBe(true);
  },
);

describe.concurrent('a turn with a sandbox of its own', () => {
  const twice = (...commands: OutputItem[]): ResponsesScript =>
    sequence(
      'twice',
      ...([completed(message(ADA)), completed(...commands), completed(message(ADA))] as const),
    );

  it('that is no sandbox has calls that leave the sandbox of the agent, also in later turns', async (context) => {
    const { stage, session } = await sessionFor(context, twice(command('touch made')), {
      sandbox: 'read-only',
      ...approving,
    });
    expect(await session.runTurn('one', { sandboxPolicy: { type: 'dangerFullAccess' } })).toMatchObject(OK);
    expect(await session.runTurn('two')).toMatchObject(OK);
    expect(existsSync(join(stage.cwd, 'made'))).toBe(false);
    expect(saidIn(stage.requests()[2]).at(-1)).toContain('Run `touch made` in');
    expect(saidIn(stage.requests()[2]).at(-1)).toContain(', without a sandbox.');
  });

  it('says that codex may run a command again without it', async (context) => {
    const { session } = await sessionFor(context, callsThenAnswer(command('true')), { sandbox: 'read-only' });
    const sandboxPolicy: SandboxPolicy = {
      type: 'workspaceWrite',
      writableRoots: [],
      networkAccess: true,
      excludeTmpdirEnvVar: true,
      excludeSlashTmp: true,
    };
    const outcome = session.runTurn('hi', { sandboxPolicy });
    const [call] = await pendingIn(session, (pending) => session.reject(pending));
    expect(call?.describe()).toContain(', again outside the sandbox if the sandbox stops it.');
    expect(await outcome).toMatchObject(OK);
  });

  it('does not widen the sandbox of the running turn while it waits', async (context) => {
    const { stage, session } = await sessionFor(context, callsThenAnswer(command('true')), {
      sandbox: 'read-only',
    });
    const first = session.runTurn('one');
    const second = session.runTurn('two', { sandboxPolicy: { type: 'dangerFullAccess' } });
    await pendingIn(session, (call) => session.decide(call, decide.replaceCommand('touch replaced')));
    expect(await first).toMatchObject(OK);
    expect(await second).toMatchObject(OK);
    expect(existsSync(join(stage.cwd, 'replaced'))).toBe(false);
  });
});

it('an agent that was made without a sandbox has no calls that leave it', async (context) => {
  const { session } = await sessionFor(
    context,
    callsThenAnswer(command('true'), command('false', ESCALATED)),
  );
  const outcome = session.runTurn('hi');
  const calls = await pendingIn(session, (call) => session.reject(call));
  expect(calls.map(({ leavesSandbox }) => leavesSandbox).toSorted()).toEqual([false, true]);
  expect(await outcome).toMatchObject(OK);
});
