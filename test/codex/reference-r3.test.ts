import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { Agent } from '../../src/agent/agent.js';
import { decide } from '../../src/agent/approvals/decision.js';
import {
  ApplyPatch,
  ExecCommand,
  ReadFile,
  ViewImage,
  WriteStdin,
} from '../../src/agent/tools/builtin-tools.js';
import { Capability, UnifiedExec } from '../../src/agent/tools/capability.js';
import { functionTool } from '../../src/agent/tools/function-tool.js';
import type { WorkspaceManifest } from '../../src/agent/workspace/create-workspace.js';
import { startProvider } from '../../src/rehearsal/provider.js';
import { shellCommand, toolCall } from '../../src/rehearsal/replies.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import {
  agentOn,
  callsThenAnswer,
  patchCall,
  resultsIn,
  sessionFor,
  toolsOffered,
} from '../support/agent-stage.js';
import { saidIn } from '../support/app-server-stage.js';
import { codexLauncher } from '../support/real-codex.js';
import { ADA, stageFor } from '../support/run-on-stage.js';

const OK = { kind: 'ok', value: ADA };

/** What the model asks for in one turn: a command, a change of a file, a call of a tool. */
const PATCH = '*** Begin Patch\n*** Add File: new.txt\n+hello\n*** End Patch';
const EVERYTHING = callsThenAnswer(
  shellCommand('touch made'),
  patchCall(PATCH),
  toolCall('look_up', { name: 'Ada' }),
);
const INPUT = {
  type: 'object',
  properties: { name: { type: 'string' } },
  required: ['name'],
  additionalProperties: false,
} as const;
const lookUp = functionTool({
  name: 'look_up',
  description: 'Looks a person up.',
  inputSchema: INPUT,
  instructions: 'Call look_up first.',
  run: ({ name }) => `${name} was born in 1815`,
});

describe('R3: an agent over the app server', () => {
  it('R3.1 the host makes the workspace, starts the process, and owns the way to the model; close ends all', async (context) => {
    const stage = await stageFor(context, scripts.hang());
    const provider = await startProvider({ script: scripts.answer(ADA) });
    context.onTestFinished(() => provider.close());
    const close = vi.fn(() => provider.close());
    const agent = agentOn(stage, {
      cwd: join(stage.cwd, 'made/by/us'),
      manifest: { files: { 'notes/a.txt': 'A' } },
      bridge: {
        baseUrl: provider.baseUrl,
        headers: { authorization: `Bearer ${provider.apiKey}` },
        close,
      },
    });
    const session = await agent.start();
    context.onTestFinished(() => session.close());
    expect(readFileSync(join(session.cwd, 'notes/a.txt'), 'utf8')).toBe('A');
    expect(await session.runTurn('hi')).toMatchObject(OK);
    expect(provider.requests()).toHaveLength(1);
    expect(stage.requests()).toEqual([]);
    await Promise.all([session.close(), session.close()]);
    expect(close).toHaveBeenCalledOnce();
    await expect(session.runTurn('again')).rejects.toThrow('This agent session is closed.');
  });

  it('R3.1 the way to the model is told again where a thread is resumed', async (context) => {
    const stage = await stageFor(context, scripts.hang());
    const provider = await startProvider({ script: scripts.answer(ADA) });
    context.onTestFinished(() => provider.close());
    const headers = { authorization: `Bearer ${provider.apiKey}` };
    const agent = agentOn(stage, { bridge: () => ({ baseUrl: provider.baseUrl, headers, close: () => {} }) });
    const first = await agent.start();
    expect(await first.runTurn('one')).toMatchObject(OK);
    await first.close();
    await using second = await agent.resume(first.threadId ?? '');
    expect(await second.runTurn('two')).toMatchObject(OK);
    expect(provider.requests()).toHaveLength(2);
    expect(stage.requests()).toEqual([]);
  });

  it('R3.3 a capability brings tools, instructions and a manifest; the default is unified exec', async (context) => {
    class Notes extends Capability {
      override tools() {
        return [lookUp];
      }
      override instructions() {
        return 'The notes are in notes/.';
      }
      override processManifest({ files = {}, ...rest }: WorkspaceManifest): WorkspaceManifest {
        const added = { ...files, 'notes/b.txt': `after ${Object.keys(files).join()}` };
        return { ...rest, files: added, env: { NOTES: 'here' } };
      }
    }
    const { stage, session } = await sessionFor(context, callsThenAnswer(shellCommand('echo $NOTES')), {
      model: 'gpt-5.5',
      capabilities: [new UnifiedExec({ approve: () => decide.approve() }), new Notes()],
      manifest: { files: { 'notes/a.txt': 'A' } },
    });
    expect(await session.runTurn('hi')).toMatchObject(OK);
    const [first, second] = stage.requests();
    expect(toolsOffered(first).toSorted()).toEqual(['exec_command', 'look_up', 'write_stdin']);
    expect(saidIn(first)).toContain('developer: The notes are in notes/.\n\nCall look_up first.');
    expect(readFileSync(join(stage.cwd, 'notes/b.txt'), 'utf8')).toBe('after notes/a.txt');
    expect(resultsIn(second)[0]).toContain('here');

    const plain = await sessionFor(context, scripts.answer(ADA), { model: 'gpt-5.5' });
    expect(await plain.session.runTurn('hi')).toMatchObject(OK);
    expect(toolsOffered(plain.stage.requests()[0]).toSorted()).toEqual(['exec_command', 'write_stdin']);
  });

  it('R3.4 built-in tools are an exact allowlist; function tools are dynamic tools, answered when called', async (context) => {
    const run = { approve: () => decide.run() };
    const tools = [new ApplyPatch(), new ViewImage(), Object.assign(lookUpAgain(), run)];
    const { stage, session } = await sessionFor(
      context,
      callsThenAnswer(toolCall('look_up', { name: 'Ada' })),
      {
        model: 'gpt-5.5',
        capabilities: [],
        tools,
      },
    );
    expect(await session.runTurn('hi')).toMatchObject(OK);
    const [first, second] = stage.requests();
    expect(toolsOffered(first).toSorted()).toEqual(['apply_patch', 'look_up', 'view_image']);
    expect(resultsIn(second)).toEqual(['Ada was born in 1815']);
  });

  it('R3.4 released codex has no ReadFile, and no ExecCommand without WriteStdin: refused, with the reason', async (context) => {
    for (const tools of [[new ReadFile()], [new ExecCommand()], [new WriteStdin()]]) {
      const { stage, session } = await sessionFor(context, scripts.answer(ADA), { capabilities: [], tools });
      const outcome = await session.runTurn('hi');
      expect(outcome).toMatchObject({ kind: 'unsupported', workMayHaveRun: false });
      expect(outcome.ok || outcome.message).toMatch(/no released codex has read_file|only together/);
      expect(stage.requests()).toEqual([]);
    }
  });

  it('R3.5 pending calls of three kinds describe themselves; approve, reject, run, submit', async (context) => {
    const { stage, session } = await sessionFor(context, EVERYTHING, { tools: [new ApplyPatch(), lookUp] });
    const outcome = session.runTurn('hi');
    const described: string[] = [];
    for await (const call of session.toolCalls()) {
      described.push(call.describe());
      if (call.kind === 'commandExecution') await session.reject(call);
      if (call.kind === 'fileChange') await session.approve(call);
      if (call.kind === 'functionTool') await session.runFunctionTool(call, { name: 'Grace' });
    }
    expect(await outcome).toMatchObject(OK);
    expect(described.toSorted()).toEqual(
      [
        'Call look_up({"name":"Ada"}).',
        `Change add ${join(stage.cwd, 'new.txt')}.`,
        `Run \`touch made\` in ${stage.cwd}.`,
      ].toSorted(),
    );
    expect(['made', 'new.txt'].map((name) => existsSync(join(stage.cwd, name)))).toEqual([false, true]);
    expect(resultsIn(stage.requests()[1])).toContain('Grace was born in 1815');
  });

  it('R3.5 replaceCommand: released codex takes no other command, so ours is run beside and told', async (context) => {
    const { stage, session } = await sessionFor(context, callsThenAnswer(shellCommand('touch made')));
    const outcome = session.runTurn('hi');
    for await (const call of session.toolCalls()) {
      if (call.kind === 'commandExecution') await session.replaceCommand(call, 'touch other; echo done');
    }
    expect(await outcome).toMatchObject(OK);
    expect(['made', 'other'].map((name) => existsSync(join(stage.cwd, name)))).toEqual([false, true]);
    expect(resultsIn(stage.requests()[1])[0]).toContain('rejected by user');
    expect(saidIn(stage.requests()[1]).at(-1)).toContain('done');
  });

  it('R3.6 tools decide for themselves; what they defer stays pending, without a limit of ours', async (context) => {
    const decisions = [
      decide.respond('made up'),
      decide.defer(),
      decide.reject('No.'),
      decide.run({ name: 'B' }),
    ];
    const calls = ['a', 'b', 'c', 'd'].map((name) => toolCall('look_up', { name }));
    const tool = Object.assign(lookUpAgain(), {
      approve: (call: { args: { name: string } }) => decisions['abcd'.indexOf(call.args.name)],
    });
    const { stage, session } = await sessionFor(context, callsThenAnswer(...calls), { tools: [tool] });
    const outcome = session.runTurn('hi');
    const deferred: string[] = [];
    for await (const call of session.toolCalls()) {
      deferred.push(call.describe());
      await session.decide(call, decide.approve());
    }
    expect(await outcome).toMatchObject(OK);
    expect(deferred).toEqual(['Call look_up({"name":"b"}).']);
    const results = ['made up', 'b was born in 1815', 'No.', 'B was born in 1815'];
    expect(resultsIn(stage.requests()[1])).toEqual(results);
  });

  it('R3.7 a switch shows the JSON-RPC traffic', async (context) => {
    const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    vi.stubEnv('CODEX_STRUCTURED_DEBUG', '1');
    context.onTestFinished(() => {
      vi.unstubAllEnvs();
      written.mockRestore();
    });
    const { session } = await sessionFor(context, scripts.answer(ADA));
    expect(await session.runTurn('hi')).toMatchObject(OK);
    const lines = written.mock.calls.map(([line]) => String(line));
    expect(lines[0]).toMatch(/^-> \{"id":1,"method":"initialize"/);
    expect(lines.some((line) => /^<- .*"turn\/completed"/.test(line))).toBe(true);
  });

  it('R3.7 a binary that is named is preferred, else codex on PATH', async (context) => {
    const stage = await stageFor(context, scripts.answer(ADA));
    const bin = join(stage.cwd, 'bin');
    mkdirSync(bin);
    const { config = [], env = {} } = stage.runOptions;
    const options = { schema: INPUT, cwd: stage.cwd, config };
    const start = async (codexPath: string | undefined, path: string) => {
      const paths = codexPath === undefined ? {} : { codexPath };
      await using session = await new Agent({ ...options, ...paths, env: { ...env, PATH: path } }).start();
      return await session.runTurn('hi');
    };
    const usual = process.env['PATH'] ?? '';
    expect(await start(join(bin, 'codex'), usual)).toMatchObject({ kind: 'codex_not_found' });
    symlinkSync(codexLauncher(), join(bin, 'codex'));
    expect(await start(join(bin, 'codex'), usual)).toMatchObject(OK);
    expect(await start(undefined, `${bin}:${usual}`)).toMatchObject(OK);
  });
});

function lookUpAgain() {
  return functionTool({
    name: 'look_up',
    description: lookUp.description,
    inputSchema: INPUT,
    run: ({ name }) => `${name} was born in 1815`,
  });
}
