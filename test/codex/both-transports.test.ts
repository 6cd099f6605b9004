import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, type TestContext } from 'vitest';
import { exec, fork, resume, review } from '../../src/codex/builders.js';
import { AbortedBySignal } from '../../src/codex/turn-request.js';
import { completed, message } from '../../src/rehearsal/replies.js';
import { type ResponsesScript, sequence } from '../../src/rehearsal/responses-script.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { run } from '../../src/run/run.js';
import type { RunOptions } from '../../src/run/run-options.js';
import { createAppServerTransport } from '../../src/transports/app-server.js';
import { createExecTransport } from '../../src/transports/exec/transport.js';
import type { Transport } from '../../src/transports/transport.js';
import { MARK_VARIABLE, untilNoneHasMark } from '../support/process-watch.js';
import { codexVersion, NAME_SCHEMA, NO_SANDBOX, type Stage } from '../support/real-codex.js';
import { ADA, PROMPT, stageFor, userTexts } from '../support/run-on-stage.js';

const LOOKING = { name: 'looking it up' };
const PATCH = '*** Begin Patch\n*** Add File: new.txt\n+new\n*** End Patch\n';
/** A PNG of one pixel. */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const THREAD = '0199a213-81c0-7800-8aa1-bbab2a035a53';

/** A repository with a commit and a change that is not committed. */
async function makeRepository(folder: string): Promise<void> {
  const git = (...args: string[]) =>
    promisify(execFile)('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: folder,
    });
  await git('init', '--quiet', '--initial-branch=main');
  await git('commit', '--quiet', '--allow-empty', '--message=first');
  await writeFile(join(folder, 'name.txt'), 'Ada\n');
}

/** What the two rightly tell differently. */
interface Kind {
  readonly name: 'exec' | 'app-server';
  readonly create: () => Transport;
  /** exec has exited; the server goes on. */
  readonly exitCode: (code: number) => number | null;
}

const KINDS: readonly Kind[] = [
  { name: 'exec', create: createExecTransport, exitCode: (code) => code },
  { name: 'app-server', create: createAppServerTransport, exitCode: () => null },
];

describe.each(KINDS)('by $name', ({ name, create, exitCode }) => {
  /** A stage whose `options` name a transport that is closed when the test has ended. */
  async function open(
    context: TestContext,
    script: ResponsesScript,
    extra: Parameters<typeof stageFor>[2] = {},
  ): Promise<{ stage: Stage; options: RunOptions }> {
    const transport = create();
    const stage = await stageFor(context, script, extra);
    // Callbacks run last to first: the server goes before its CODEX_HOME does.
    context.onTestFinished(() => transport.close());
    return { stage, options: { ...stage.runOptions, transport } };
  }

  async function play(context: TestContext, script: ResponsesScript, ...config: string[]) {
    const { options } = await open(context, script);
    return run(exec(PROMPT), NAME_SCHEMA, { ...options, config: [...(options.config ?? []), ...config] });
  }

  it('a required MCP server that does not start is named, and nothing ran', async (context) => {
    const broken = ['required=true', 'command="/bin/sh"', 'args=["-c", "exit 1"]'];
    const config = broken.map((setting) => `mcp_servers.tracker.${setting}`);
    expect(await play(context, scripts.answer(ADA), ...config)).toMatchObject({
      kind: 'spawn_failed',
      reason: expect.stringMatching(/^a required MCP server does not start: tracker: /),
      workMayHaveRun: false,
      retryable: false,
    });
  });

  describe.concurrent('an answer', () => {
    it('has the value, the thread, the usage and the version', async (context) => {
      expect(await play(context, scripts.answer(ADA))).toMatchObject({
        kind: 'ok',
        value: ADA,
        detail: {
          exitCode: exitCode(0),
          text: JSON.stringify(ADA),
          threadId: expect.stringMatching(/^[0-9a-f-]{36}$/),
          usage: { input_tokens: 10, output_tokens: 5, cached_input_tokens: 0 },
          codexVersion: codexVersion(),
          model: name === 'exec' ? null : expect.stringMatching(/^gpt-/),
          transport: name,
          notices: [],
          toolCalls: { total: 0, failed: 0 },
          validated: true,
        },
      });
    });

    it('names the model that was requested', async (context) => {
      const { options } = await open(context, scripts.answer(ADA));
      const outcome = await run(exec(PROMPT, { model: 'gpt-6.2-sol' }), NAME_SCHEMA, options);
      expect(outcome).toMatchObject({ kind: 'ok', detail: { model: 'gpt-6.2-sol' } });
    });

    it('comes with the same events', async (context) => {
      const { options } = await open(
        context,
        scripts.commentaryAndCommand(LOOKING, 'sleep 0.2; echo hello', ADA),
      );
      const outcome = await run(exec(PROMPT), NAME_SCHEMA, {
        ...options,
        config: [...(options.config ?? []), NO_SANDBOX],
        keepEvents: true,
      });
      const events = outcome.ok ? outcome.detail.events : [];
      expect(events).toEqual([
        { type: 'thread.started', thread_id: expect.any(String) },
        { type: 'turn.started' },
        {
          type: 'item.completed',
          item: expect.objectContaining({ type: 'agent_message', text: '{"name":"looking it up"}' }),
        },
        {
          type: 'item.started',
          item: {
            id: expect.any(String),
            type: 'command_execution',
            command: "/bin/bash -lc 'sleep 0.2; echo hello'",
            aggregated_output: '',
            exit_code: null,
            status: 'in_progress',
          },
        },
        {
          type: 'item.completed',
          item: {
            id: expect.any(String),
            type: 'command_execution',
            command: "/bin/bash -lc 'sleep 0.2; echo hello'",
            aggregated_output: 'hello\n',
            exit_code: 0,
            status: 'completed',
          },
        },
        {
          type: 'item.completed',
          item: expect.objectContaining({ type: 'agent_message', text: JSON.stringify(ADA) }),
        },
        {
          type: 'turn.completed',
          usage: {
            input_tokens: 20,
            cached_input_tokens: 0,
            cache_write_input_tokens: 0,
            output_tokens: 10,
            reasoning_output_tokens: 0,
          },
        },
      ]);
    });

    it('is to the schema as it is, keys in their order', async (context) => {
      const { stage, options } = await open(context, scripts.answer({ zebra: 1, ant: 2 }));
      const schema = {
        type: 'object',
        properties: { zebra: { type: 'integer' }, ant: { type: 'integer' } },
        required: ['zebra', 'ant'],
        additionalProperties: false,
      } as const;
      const outcome = await run(exec(PROMPT), schema, options);
      expect(outcome.kind).toBe('ok');
      const [request] = stage.requests();
      expect(request?.['text']).toMatchObject({
        format: { type: 'json_schema', strict: true, name: 'codex_output_schema' },
      });
      expect(JSON.stringify(request?.['text'])).toContain(JSON.stringify(schema));
      expect(userTexts(request).at(-1)).toBe(PROMPT);
    });

    it('has 3 MB, line separators in them', async (context) => {
      const big = { name: 'a\u2028b\u2029c\u0085'.repeat(400_000) };
      const outcome = await play(context, scripts.answer(big));
      expect(outcome.ok && outcome.value).toEqual(big);
    });

    it('after a cut: the retry counts, not the abandoned message', async (context) => {
      expect(await play(context, scripts.cutOnce(LOOKING, ADA))).toMatchObject({
        kind: 'ok',
        value: ADA,
        detail: { notices: [{ kind: 'reconnect', count: 1 }] },
      });
    });

    it.for([
      ['good', scripts.command('sleep 0.2; echo hello', ADA), { total: 1, failed: 0 }],
      ['bad', scripts.command('sleep 0.2; exit 3', ADA), { total: 1, failed: 1 }],
      ['unknown', scripts.unknownTool(ADA), { total: 0, failed: 0 }],
      ['thoughtful', scripts.reasoning('**Reading**', ADA), { total: 0, failed: 0 }],
    ] as const)('after a %s call', async ([, script, toolCalls], context) => {
      const outcome = await play(context, script, NO_SANDBOX);
      expect(outcome).toMatchObject({ kind: 'ok', value: ADA, detail: { toolCalls, notices: [] } });
    });

    it('after a change to a file in its working directory', async (context) => {
      const { stage, options } = await open(context, scripts.patch(PATCH, ADA));
      const outcome = await run(exec(PROMPT), NAME_SCHEMA, {
        ...options,
        sandbox: 'danger-full-access',
        keepEvents: true,
      });
      expect(outcome).toMatchObject({ kind: 'ok', detail: { toolCalls: { total: 1, failed: 0 } } });
      expect(await readFile(join(stage.cwd, 'new.txt'), 'utf8')).toBe('new\n');
      expect(outcome.ok && outcome.detail.events).toContainEqual({
        type: 'item.completed',
        item: {
          id: expect.any(String),
          type: 'file_change',
          changes: [{ path: join(stage.cwd, 'new.txt'), kind: 'add' }],
          status: 'completed',
        },
      });
    });
  });

  describe.concurrent('no answer', () => {
    it.for<[string, ResponsesScript, object]>([
      ['prose', scripts.prose(), { kind: 'invalid_json', workMayHaveRun: true, retryable: false }],
      [
        'two values',
        scripts.twoParts('{"name":"a"}', '{"name":"b"}'),
        { kind: 'invalid_json', valuesSeen: 2 },
      ],
      ['a scalar', scripts.answer('"Ada"'), { kind: 'invalid_structured_output', value: 'Ada' }],
      ['another shape', scripts.answer({ name: 5 }), { kind: 'schema_mismatch', value: { name: 5 } }],
      ['a refusal', scripts.refusal(), { kind: 'no_structured_output' }],
      ['nothing', scripts.empty(), { kind: 'no_structured_output' }],
      ['an empty message', scripts.blank(), { kind: 'no_structured_output' }],
    ])('but %s', async ([, script, expected], context) => {
      expect(await play(context, script)).toMatchObject({ ok: false, ...expected });
    });

    it('where prose follows it: exec cannot tell, the app server can', async (context) => {
      const outcome = await play(context, scripts.answerThenCommentary(ADA, 'Done.'));
      expect(outcome).toMatchObject(
        name === 'exec'
          ? { kind: 'invalid_json', detail: { candidates: [JSON.stringify(ADA)] } }
          : { kind: 'ok', value: ADA },
      );
    });
  });

  describe.concurrent('a failed turn', () => {
    it.for<[string, ResponsesScript, boolean]>([
      ['truncated', scripts.truncated('{"name":"Ad'), false],
      ['refused', scripts.contentFilter(), false],
      ['schema_rejected', scripts.schemaRejected(), false],
      ['auth', scripts.unauthorized(), false],
      ['auth', scripts.forbidden(), false],
      ['rate_limit', scripts.rateLimited(), true],
      ['usage_limit', scripts.usageLimit(1_800_000_000), false],
      ['usage_limit', scripts.quotaExceeded(), false],
      ['overloaded', scripts.serverError(), true],
      ['overloaded', scripts.unavailable(), true],
      ['overloaded', scripts.overloaded(), true],
      ['context_window', scripts.contextLength(), false],
      ['stream_lost', scripts.cutAlways(ADA), true],
    ])('is %s', async ([code, script, retryable], context) => {
      expect(await play(context, script)).toMatchObject({
        kind: 'turn_failed',
        error: { code },
        retryable,
        workMayHaveRun: false,
        detail: { exitCode: exitCode(1) },
      });
    });

    it('after a command: work may have run', async (context) => {
      const [command, failure] = [scripts.command('sleep 0.2; echo hello', ADA), scripts.unauthorized()];
      const script: ResponsesScript = {
        name: 'command-then-failure',
        replyTo: (request) => (request.index === 0 ? command : failure).replyTo(request),
      };
      expect(await play(context, script, NO_SANDBOX)).toMatchObject({
        kind: 'turn_failed',
        workMayHaveRun: true,
        detail: { toolCalls: { total: 1, failed: 0 } },
      });
    });
  });

  describe.concurrent('the options of codex', () => {
    it('reach the model: model, directory, images, configuration', async (context) => {
      const { stage, options } = await open(context, scripts.answer(ADA));
      await mkdir(join(stage.cwd, 'sub'));
      await writeFile(join(stage.cwd, 'a.png'), Buffer.from(PIXEL, 'base64'));
      const outcome = await run(exec(PROMPT), NAME_SCHEMA, {
        ...options,
        model: 'gpt-5.1-codex-mini',
        cd: 'sub',
        images: ['a.png'],
        config: [...(options.config ?? []), 'model_reasoning_effort="low"'],
        sandbox: 'workspace-write',
      });
      expect(outcome.kind).toBe('ok');
      const [request] = stage.requests();
      expect(request).toMatchObject({ model: 'gpt-5.1-codex-mini', reasoning: { effort: 'low' } });
      const input = JSON.stringify(request?.['input']);
      expect(input).toContain(join(stage.cwd, 'sub'));
      expect(input).toContain(PIXEL);
      expect(input).toContain('`workspace-write`');
    });

    it('say that a thread is not kept', async (context) => {
      const { options } = await open(context, scripts.answer(ADA));
      const first = await run(exec('one'), NAME_SCHEMA, { ...options, ephemeral: true });
      const id = first.ok ? (first.detail.threadId ?? '') : '';
      expect(await run(resume(id, 'two'), NAME_SCHEMA, options)).toMatchObject({ ok: false });
    });

    it('leave what they do not say to codex: nothing may be written by default', async (context) => {
      const { stage, options } = await open(context, scripts.answer(ADA));
      expect((await run(exec(PROMPT), NAME_SCHEMA, options)).kind).toBe('ok');
      expect(JSON.stringify(stage.requests()[0]?.['input'])).toContain('`read-only`');
    });
  });

  describe.concurrent('threads', () => {
    it('are resumed by id and as the last one, and forked: with the schema and the history', async (context) => {
      const { stage, options } = await open(context, scripts.answer(ADA));
      const first = await run(exec('one'), NAME_SCHEMA, options);
      const id = first.ok ? (first.detail.threadId ?? '') : '';
      const resumed = await run(resume(id, 'two'), NAME_SCHEMA, options);
      const last = await run(resume({ last: true }, 'three'), NAME_SCHEMA, options);
      const forked = await run(fork(id, 'four'), NAME_SCHEMA, options);
      // exec reports the total of the thread; the app server also says what the turn took.
      const inputTokens = (total: number) => ({ input_tokens: name === 'exec' ? total : 10 });
      expect(resumed).toMatchObject({ value: ADA, detail: { threadId: id, usage: inputTokens(20) } });
      expect(last).toMatchObject({ value: ADA, detail: { threadId: id, usage: inputTokens(30) } });
      expect(forked).toMatchObject({
        value: ADA,
        detail: { threadId: expect.not.stringContaining(id), usage: inputTokens(40) },
      });
      const requests = stage.requests();
      expect(userTexts(requests[3])).toEqual(expect.arrayContaining(['one', 'two', 'three', 'four']));
      for (const request of requests) {
        expect(request['text']).toMatchObject({ format: { schema: NAME_SCHEMA } });
      }
    });

    it('are repaired, and the usage counts both turns', async (context) => {
      const { options } = await open(
        context,
        sequence('two', completed(message({})), completed(message(ADA))),
      );
      expect(await run(exec(PROMPT), NAME_SCHEMA, { ...options, repair: 1 })).toMatchObject({
        kind: 'ok',
        detail: { usage: { input_tokens: 20, output_tokens: 10 } },
      });
    });

    it('give no earlier answer for a turn that has none', async (context) => {
      const { options } = await open(context, sequence('once', completed(message(ADA)), completed()));
      expect(await run(exec('one'), NAME_SCHEMA, options)).toMatchObject({ kind: 'ok' });
      const second = await run(resume({ last: true }, 'two'), NAME_SCHEMA, options);
      expect(second.kind).toBe('no_structured_output');
    });

    it.for([resume(THREAD, 'two'), fork(THREAD, 'two')])(
      'are there for $subcommand where a rehearsal seeded them',
      async (command, context) => {
        const thread = { id: THREAD, cwd: process.cwd() };
        const { options } = await open(context, scripts.answer(ADA), { thread });
        expect(await run(command, NAME_SCHEMA, options)).toMatchObject({ kind: 'ok', value: ADA });
      },
    );

    it.for([resume(THREAD, 'two'), fork(THREAD, 'two')])(
      'are missed by $subcommand, and the failure says so',
      async (command, context) => {
        const { options } = await open(context, scripts.answer(ADA));
        // exec exits; the server refuses the request and goes on.
        expect(await run(command, NAME_SCHEMA, options)).toMatchObject(
          name === 'exec'
            ? { kind: 'process_failed', cause: 'session_not_found' }
            : { kind: 'turn_failed', error: { message: expect.stringContaining(THREAD) } },
        );
      },
    );
  });

  describe.concurrent('a review', () => {
    const PROSE = 'The change is fine, but for the name on line 3.';
    const findings = completed(
      message({
        findings: [],
        overall_correctness: 'patch is correct',
        overall_explanation: PROSE,
        overall_confidence_score: 1,
      }),
    );

    it.for([
      ['uncommitted changes', { kind: 'uncommitted' }, 'staged, unstaged, and untracked'],
      ['a branch', { kind: 'base', branch: 'main' }, "'main'"],
      ['a commit', { kind: 'commit', sha: 'HEAD', title: 'Rename' }, 'Rename'],
      ['words', 'Look at line 3.', 'Look at line 3.'],
    ] as const)('of %s is put into the schema, and kept', async ([, what, said], context) => {
      const { stage, options } = await open(context, sequence('review', findings, completed(message(ADA))));
      await makeRepository(stage.cwd);
      const outcome = await run(review(what), NAME_SCHEMA, { ...options, keepEvents: true });
      expect(outcome).toMatchObject({
        kind: 'ok',
        value: ADA,
        detail: { review: PROSE, transport: name, notices: [{ kind: 'usage' }] },
      });
      const [first, second] = stage.requests();
      expect(userTexts(first).at(-1)).toContain(said);
      expect(first?.['text']).not.toMatchObject({ format: expect.anything() });
      expect(second?.['text']).toMatchObject({ format: { schema: NAME_SCHEMA } });
      expect(JSON.stringify(second?.['input'])).toContain(PROSE);
      const events = outcome.ok ? outcome.detail.events : [];
      expect(events.filter(({ type }) => type === 'turn.completed')).toHaveLength(2);
    });

    it('that fails is the outcome', async (context) => {
      const { stage, options } = await open(context, scripts.usageLimit(1_800_000_000));
      await makeRepository(stage.cwd);
      const outcome = await run(review({ kind: 'uncommitted' }), NAME_SCHEMA, options);
      expect(outcome).toMatchObject({ kind: 'turn_failed', error: { code: 'usage_limit' } });
      expect(outcome).not.toHaveProperty('detail.review');
    });

    it('cannot be ephemeral: its second turn goes on with the thread', async (context) => {
      const { options } = await open(context, scripts.answer(ADA));
      const reviewing = run(review({ kind: 'uncommitted' }), NAME_SCHEMA, { ...options, ephemeral: true });
      await expect(reviewing).rejects.toThrow(TypeError);
    });
  });

  describe.concurrent('an end from outside', () => {
    it('ends the command that the model was running, and all that was started', async (context) => {
      const { options } = await open(context, scripts.command('sleep 600', ADA));
      const [mark, controller] = [randomUUID(), new AbortController()];
      const outcome = await run(exec(PROMPT), NAME_SCHEMA, {
        ...options,
        env: { ...options.env, [MARK_VARIABLE]: mark },
        config: [...(options.config ?? []), NO_SANDBOX],
        signal: controller.signal,
        onEvent: ({ type }) => {
          if (type === 'item.started') controller.abort();
        },
      });
      expect(outcome).toMatchObject({ kind: 'aborted', workMayHaveRun: true });
      if (typeof options.transport === 'object') await options.transport.close();
      await untilNoneHasMark(mark);
    });

    it.for(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
      'by %s in the middle of a turn',
      async (signal, context) => {
        const { stage, options } = await open(context, scripts.hangAfter(ADA));
        const controller = new AbortController();
        const running = run(exec(PROMPT), NAME_SCHEMA, { ...options, signal: controller.signal });
        await stage.whenRequested(1);
        controller.abort(new AbortedBySignal(signal));
        expect(await running).toMatchObject({ kind: 'aborted', signal, workMayHaveRun: true });
      },
    );

    it.for([
      ['overall', { timeoutMs: 2500 }],
      ['idle', { idleTimeoutMs: 2500 }],
    ] as const)('by the %s limit, while the model is silent', async ([limit, limits], context) => {
      const { options } = await open(context, scripts.hang());
      const outcome = await run(exec(PROMPT), NAME_SCHEMA, { ...options, ...limits });
      expect(outcome).toMatchObject({ kind: 'timeout', limit, ms: 2500 });
    });
  });
});
