import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import type { AgentOptions } from '../../src/agent/agent-options.js';
import type { AgentSession } from '../../src/agent/agent-session.js';
import { AppServer } from '../../src/app-server/server/server.js';
import { findCodex, isInstallation } from '../../src/codex/find.js';
import { fieldsOf } from '../../src/json/fields.js';
import { toolCall } from '../../src/rehearsal/replies.js';
import { agentOn, callsThenAnswer } from '../support/agent-stage.js';
import { appServerFor } from '../support/app-server-stage.js';
import { codexLauncher, NAME_SCHEMA, type Stage } from '../support/real-codex.js';
import { ADA, stageFor } from '../support/run-on-stage.js';
import { StrangerProject } from '../support/stranger-project.js';

const ALLOW = 'prefix_rule(pattern=["touch"], decision="allow")\n';
const REVIEWER = 'approvals_reviewer = "auto_review"\n';

/** A command that makes a file, and one that asks to do so outside of the sandbox. */
const TOUCH = callsThenAnswer(toolCall('exec_command', { cmd: 'touch made' }));
const ESCALATED = callsThenAnswer(
  toolCall('exec_command', {
    cmd: 'touch made',
    sandbox_permissions: 'require_escalated',
    justification: 'It must be.',
  }),
);

/** An agent on a stage whose CODEX_HOME has these files. */
async function taskWith(
  context: TestContext,
  files: Readonly<Record<string, string>>,
  options: AgentOptions<typeof NAME_SCHEMA> = {},
  script = TOUCH,
) {
  const stage = await stageFor(context, script);
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(join(stage.codexHome, name, '..'), { recursive: true });
    writeFileSync(join(stage.codexHome, name), text);
  }
  return started(context, stage, options);
}

async function started(context: TestContext, stage: Stage, options: AgentOptions<typeof NAME_SCHEMA>) {
  const session = await agentOn(stage, options).start();
  context.onTestFinished(() => session.close());
  const hasRun = () => existsSync(join(session.cwd, 'made'));
  return { stage, session, hasRun };
}

/** Rejects the calls of one turn; gives what was asked. */
async function asked(session: AgentSession<unknown>): Promise<string[]> {
  const outcome = session.runTurn('hi');
  const commands: string[] = [];
  for await (const call of session.toolCalls()) {
    if (call.kind === 'commandExecution') commands.push(call.command);
    await session.reject(call);
  }
  expect(await outcome).toMatchObject({ value: ADA });
  return commands;
}

describe.concurrent('a folder that the user has not trusted', () => {
  it('stays untrusted for an agent that may write there', async (context) => {
    const stage = await stageFor(context, TOUCH);
    for (const sandbox of ['workspace-write', 'danger-full-access'] as const) {
      const project = new StrangerProject(context, stage);
      const { session } = await started(context, stage, { cwd: project.folder, sandbox });
      expect(await session.runTurn('hi', { approvalPolicy: 'never' })).toMatchObject({ value: ADA });
      expect([project.hasRun(), project.userConfig()]).toEqual([false, null]);
    }
  });
});

describe.concurrent('rules that allow a command', () => {
  it.for([
    ['default.rules', ALLOW],
    ['mine.rules', `# Mine.\n${ALLOW.replace('allow', 'forbidden')}`],
  ])('keep an agent from starting a turn (%s)', async ([name = '', rules = ''], context) => {
    const { stage, session, hasRun } = await taskWith(context, { [`rules/${name}`]: rules });
    const file = join(stage.codexHome, 'rules', name);
    const outcome = await session.runTurn('hi');
    expect(outcome).toMatchObject({
      kind: 'unsupported',
      capability: 'approvals',
      found: file,
      workMayHaveRun: false,
    });
    expect(outcome.ok === false && outcome.message).toContain(`the rules in ${file} allow or reject some`);
    expect([hasRun(), stage.requests()]).toEqual([false, []]);
  });

  it('decide if the host accepts them: codex does not ask, and the command stays in the sandbox', async (context) => {
    const options = { acceptRules: true, sandbox: 'read-only' } as const;
    const { session, hasRun } = await taskWith(context, { 'rules/default.rules': ALLOW }, options);
    expect(await asked(session)).toEqual([]);
    expect(hasRun()).toBe(false);
  });

  it('decide if the host accepts them, for an agent without a sandbox', async (context) => {
    const options = { acceptRules: true, sandbox: 'danger-full-access' } as const;
    const { session, hasRun } = await taskWith(context, { 'rules/default.rules': ALLOW }, options);
    expect(await asked(session)).toEqual([]);
    expect(hasRun()).toBe(true);
  });

  it('have no effect as comments, or in files that codex does not read', async (context) => {
    const files = { 'rules/default.rules': `\n  # ${ALLOW}\n`, 'rules/notes.txt': ALLOW };
    const { session, hasRun } = await taskWith(context, files);
    expect(await asked(session)).toEqual(['touch made']);
    expect(hasRun()).toBe(false);
  });

  it('can also be those of a project that the user has trusted', async (context) => {
    const stage = await stageFor(context, TOUCH);
    const trusted = '[projects."PROJECT"]\ntrust_level = "trusted"\n';
    const { folder } = new StrangerProject(context, stage, trusted);
    const { session } = await started(context, stage, { cwd: folder });
    const found = join(folder, '.codex/rules/default.rules');
    expect(await session.runTurn('hi')).toMatchObject({
      kind: 'unsupported',
      capability: 'approvals',
      found,
    });
  });

  it('have no effect in a project that the user has not trusted', async (context) => {
    const stage = await stageFor(context, TOUCH);
    const { folder } = new StrangerProject(context, stage);
    const { session, hasRun } = await started(context, stage, { cwd: folder });
    expect(await asked(session)).toEqual(['touch made']);
    expect(hasRun()).toBe(false);
  });
});

describe.concurrent('a reviewer of codex', () => {
  it.for<[string, Record<string, string>, readonly string[]]>([
    ['config.toml', { 'config.toml': REVIEWER }, []],
    ['-c', {}, ['approvals_reviewer="auto_review"']],
  ])('that %s sets does not answer for an agent', async ([, files, config], context) => {
    const options = { approvalPolicy: 'on-request', sandbox: 'read-only', config } as const;
    const { stage, session, hasRun } = await taskWith(context, files, options, ESCALATED);
    expect(await asked(session)).toEqual(['touch made']);
    expect([hasRun(), stage.requests().length]).toEqual([false, 2]);
  });

  it('does not answer for the host of an app server', async (context) => {
    const methods: string[] = [];
    const { stage, server } = await appServerFor(context, ESCALATED, {
      config: ['approvals_reviewer="auto_review"'],
      onServerRequest: ({ method }) => {
        methods.push(method);
        return { decision: 'decline' };
      },
    });
    const thread = server.startThread({
      approvalPolicy: 'on-request',
      sandbox: 'read-only',
      schema: NAME_SCHEMA,
    });
    expect(await thread.turn('hi').outcome).toMatchObject({ value: ADA });
    expect(methods).toEqual(['item/commandExecution/requestApproval']);
    expect(stage.requests()).toHaveLength(2);
  });
});

describe.concurrent('a hook of the user that allows commands', () => {
  it.for([
    ['does not answer for an agent', {}, ['touch made']],
    ['answers if the host turns hooks on', { threadConfig: { features: { hooks: true } } }, []],
  ] as const)('%s', async ([, options, expected], context) => {
    const stage = await stageFor(context, TOUCH);
    await trustHook(stage);
    const { session, hasRun } = await started(context, stage, options);
    expect(await asked(session)).toEqual(expected);
    expect(hasRun()).toBe(expected.length === 0);
  });
});

/** Puts a hook into the user's configuration, and trusts it as the user would. */
async function trustHook({ codexHome, cwd, fullEnv, config }: Stage): Promise<void> {
  const allow = {
    hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } },
  };
  const script = join(codexHome, 'hook.sh');
  writeFileSync(script, `#!/bin/sh\necho '${JSON.stringify(allow)}'\n`, { mode: 0o755 });
  const hook = `[[hooks.PermissionRequest]]\n[[hooks.PermissionRequest.hooks]]\ntype = "command"\ncommand = "${script}"\n`;
  writeFileSync(join(codexHome, 'config.toml'), hook);
  const codex = findCodex({ env: fullEnv, cwd, codexPath: codexLauncher() });
  if (!isInstallation(codex)) throw new Error(codex.message);
  const server = await AppServer.start({
    codex,
    args: ['app-server', ...config.map((override) => `--config=${override}`)],
    env: fullEnv,
    cwd,
    killGraceMs: 1_000,
    maxLineBytes: 1_000_000,
    startLimitMs: 60_000,
  });
  if ('kind' in server) throw new Error(server.message);
  // Only this test asks for it.
  const listed = await server.request('hooks/list' as 'config/read', { cwds: [cwd] } as object);
  await server.stop(1_000);
  const [project] = listed['data'] as { hooks: unknown[] }[];
  const { key, currentHash } = fieldsOf(project?.hooks[0]) ?? {};
  const state = `[hooks.state.${JSON.stringify(key)}]\ntrusted_hash = ${JSON.stringify(currentHash)}\n`;
  writeFileSync(join(codexHome, 'config.toml'), `${hook}${state}`);
}
