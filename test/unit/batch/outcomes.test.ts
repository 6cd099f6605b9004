import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import type { BatchOptions } from '../../../src/batch/batch-options.js';
import type { ResultKey } from '../../../src/batch/batch-result.js';
import type { TaskRead } from '../../../src/batch/batch-task.js';
import { runTaskSource } from '../../../src/batch/engine/batch.js';
import { createScriptedTransport, type Script } from '../../../src/transports/scripted.js';
import { PNG } from '../../support/images.js';
import { ADA, answers, fails } from '../run/turns/script.js';
import { collect, folderFor, GatedTransport, kinds, play, SOURCE, Source, task } from './support.js';

const BUSY = 'exceeded retry limit, last status: 429 Too Many Requests';
const LIMIT = 'You’ve hit your usage limit. Try again at Jan 1st, 2030 12:01 AM.';

/** Answers by the prompt. */
function byPrompt(scripts: Readonly<Record<string, ReturnType<typeof answers>>>): Script {
  return ({ command }) => scripts[command.prompt] ?? answers(ADA);
}

async function results(reads: Iterable<TaskRead>, script: Script, options: BatchOptions = {}) {
  const notices: string[] = [];
  const run = play(new Source(reads), [script], {
    concurrency: 1,
    onNotice: (notice) => notices.push(notice),
    ...options,
  });
  return { results: await collect(run), summary: run.summary(), failure: run.failure(), notices };
}

function tasks(count: number, own: Partial<Parameters<typeof task>[1]> = {}): TaskRead[] {
  return Array.from({ length: count }, (_, index) => task(index, own));
}

describe('each task', () => {
  it('has its own outcome, and what is no task has one too', async () => {
    const invalid = {
      kind: 'invalid',
      invalid: { index: 2, id: 'x', problem: 'Line 3 is no JSON.' },
    } as const;
    const script = byPrompt({ 'prompt 1': answers({ name: 1 }), 'prompt 3': answers('prose') });
    const { results: all, summary } = await results([task(0), task(1), invalid, task(3)], script);
    expect(kinds(all)).toEqual(['0 ok', '1 schema_mismatch', 'x invalid_task', '3 invalid_json']);
    expect(all[2]).toEqual({
      id: 'x',
      index: 2,
      inputHash: expect.any(String),
      ok: false,
      kind: 'invalid_task',
      message: 'Line 3 is no JSON.',
      workMayHaveRun: false,
      retryable: false,
    });
    expect(summary).toMatchObject({
      total: 4,
      ok: 1,
      failed: 3,
      tokens: { input: 3, output: 3 },
      stopped: null,
    });
    expect(summary.byKind.map(({ kind, p50Ms }) => [kind, p50Ms])).toEqual([
      ['ok', 10],
      ['invalid_json', 10],
      ['invalid_task', null],
      ['schema_mismatch', 10],
    ]);
  });

  it('is repaired and retried by itself', async () => {
    const waits: string[] = [];
    const scripts = [answers({}), answers(ADA), fails(`${BUSY}, try again in 1ms`), answers(ADA)] as const;
    const run = play(new Source(tasks(2)), [...scripts], {
      concurrency: 1,
      repair: 1,
      retry: 1,
      onRetry: ({ id }, { waitMs }) => waits.push(`${id} ${waitMs > 0}`),
    });
    expect(kinds(await collect(run))).toEqual(['0 ok', '1 ok']);
    expect(run.summary()).toMatchObject({ repairs: 1, retries: 1 });
    expect(waits).toEqual(['1 true']);
  });

  it('may have a schema of its own', async () => {
    const own = {
      type: 'object',
      properties: { n: { type: 'integer' } },
      required: ['n'],
      additionalProperties: false,
    };
    const opened: unknown[] = [];
    const reads = [
      task(0, { schema: own }),
      task(1, { schema: 'n.json' }),
      task(2),
      task(3, { schema: 'n.json' }),
    ];
    const script: Script = ({ wireSchema }) => answers(wireSchema?.includes('"n"') ? { n: 1 } : ADA);
    const { results: all } = await results(reads, script, {
      openTaskSchema: (schema) => {
        opened.push(schema);
        return { kind: 'value', value: own };
      },
    });
    expect(all.map((result) => (result.ok ? result.value : result.message))).toEqual([
      { n: 1 },
      { n: 1 },
      ADA,
      { n: 1 },
    ]);
    expect(opened).toEqual([own, 'n.json']);
  });

  it('with a schema that is refused has that for its outcome, and the others go on', async () => {
    const reads = [
      task(0, { schema: { type: 'object', oneOf: [{}] } }),
      task(1, { schema: 'n.json' }),
      task(2),
    ];
    const { results: all, summary } = await results(reads, answers(ADA));
    expect(kinds(all)).toEqual(['0 schema_unsupported', '1 schema_encode', '2 ok']);
    expect(summary.stopped).toBe(null);
  });

  it('goes to codex with what is its own', async () => {
    const transport = createScriptedTransport(answers(ADA));
    const context = { note: { kind: 'untrusted', value: 'x' } } as const;
    const own = { model: 'm', cwd: 'sub', images: ['a.png'], context };
    const cwd = folderFor({ onTestFinished });
    mkdirSync(join(cwd, 'repo/sub'), { recursive: true });
    writeFileSync(join(cwd, 'a.png'), PNG);
    const options = { transport, cwd, cd: 'repo', model: 'other', concurrency: 1 };
    await collect(runTaskSource(new Source([task(0, own), task(1)]), SOURCE, options));
    const [first, second] = transport.requests;
    expect(first).toMatchObject({
      command: {
        subcommand: 'exec',
        options: { model: 'm', cd: join(cwd, 'repo/sub'), images: [join(cwd, 'a.png')], ephemeral: true },
      },
      additionalContext: context,
      cwd,
    });
    expect(second?.command.options).toMatchObject({ model: 'other', cd: 'repo' });
    expect(second?.command.options.config).toEqual(['features.shell_snapshot=false']);
    expect(second).not.toHaveProperty('additionalContext');
  });

  it('takes the shell snapshot only where that is wanted', async () => {
    const transport = createScriptedTransport(answers(ADA));
    const options = { transport, shellSnapshot: true, config: ['a=1'] };
    await collect(runTaskSource(Source.of(1), SOURCE, options));
    expect(transport.requests[0]?.command.options.config).toEqual(['a=1']);
  });

  it('has an id of its own, or is no task', async () => {
    const reads = [task(0, { id: 'a' }), task(1, { id: 'a' }), task(2, { id: 'a#1' }), task(3, { id: 'b' })];
    const { results: all } = await results(reads, answers(ADA));
    expect(kinds(all)).toEqual(['a ok', 'a#1 invalid_task', 'a#1#2 invalid_task', 'b ok']);
    expect(all[1]).toMatchObject({ message: expect.stringContaining("Duplicate id 'a'") });
  });

  it('with context under a bad key is no task', async () => {
    const reads = [task(0, { context: { 'a b': { kind: 'untrusted', value: '' } } })];
    const { results: all } = await results(reads, answers(ADA));
    expect(all[0]).toMatchObject({ kind: 'invalid_task', message: expect.stringContaining("'a b'") });
  });
});

describe('what is done', () => {
  it('is not run again, and counts', async () => {
    const keys: ResultKey[] = [];
    const isDone = async (key: ResultKey) => {
      keys.push(key);
      return key.id === '1' ? true : key.id === '2' ? ('schema_mismatch' as const) : false;
    };
    const { results: all, summary } = await results(tasks(4), answers(ADA), { isDone });
    expect(kinds(all)).toEqual(['0 ok', '3 ok']);
    expect(summary).toMatchObject({ total: 4, ok: 3, failed: 1, resumed: 2, notRun: 0 });
    expect(keys[0]).toEqual({ id: '0', index: 0, inputHash: all[0]?.inputHash });
  });

  it('does not make room where results are in order', async () => {
    const { results: all } = await results(tasks(50), answers(ADA), {
      ordered: true,
      concurrency: 3,
      isDone: ({ index }) => index % 3 === 1,
    });
    expect(all.map(({ index }) => index)).toEqual(tasks(50).flatMap((_, at) => (at % 3 === 1 ? [] : [at])));
  });
});

describe('no new tasks', () => {
  it('after so many failures', async () => {
    const {
      results: all,
      summary,
      notices,
    } = await results(tasks(20), answers({}), { maxFailures: { count: 3 } });
    expect(all).toHaveLength(3);
    expect(summary).toMatchObject({ stopped: 'max_failures', failed: 3 });
    expect(notices).toEqual(['No more tasks will start: 3 have failed.']);
  });

  it('after such a share of failures, of ten at least', async () => {
    const script: Script = ({ command }) => answers(Number(command.prompt.slice(7)) % 2 === 0 ? ADA : {});
    const few = await results(tasks(9), script, { maxFailures: { percent: 10 } });
    expect(few.summary).toMatchObject({ total: 9, stopped: null });
    const many = await results(tasks(40), script, { maxFailures: { percent: 50 } });
    expect(many.summary).toMatchObject({ total: 10, stopped: 'max_failures' });
  });

  it('when the budget is spent', async () => {
    const { summary } = await results(tasks(20), answers(ADA), { budgetTokens: 7 });
    // Two tokens a task.
    expect(summary).toMatchObject({ total: 4, stopped: 'budget_tokens', tokens: { input: 4, output: 4 } });
  });

  it.each([
    ['usage_limit', fails(LIMIT), 'usage_limit'],
    ['auth', fails('unexpected status 401 Unauthorized'), 'auth'],
    [
      'schema_rejected',
      fails('{"error":{"code":"invalid_json_schema","message":"Invalid schema"}}'),
      'cannot_start',
    ],
  ])('where all would end alike: %s', async (_, script, stopped) => {
    const { results: all, summary, failure } = await results(tasks(5), script);
    expect(all).toHaveLength(1);
    expect(summary).toMatchObject({ stopped, total: 1 });
    expect(failure?.kind).toBe('turn_failed');
  });

  it('but for what only one task can have caused', async () => {
    const script = byPrompt({ 'prompt 0': fails('unexpected status 403 Forbidden') });
    const { summary } = await results([task(0, { model: 'theirs' }), task(1), task(2)], script);
    expect(summary).toMatchObject({ stopped: null, total: 3 });
  });

  it.each([
    ['bad_config', {}, true],
    ['bad_argument', {}, true],
    ['not_trusted_directory', {}, true],
    ['not_trusted_directory', { cwd: '/' }, false],
    ['schema_file_rejected', {}, true],
    ['schema_file_rejected', { schema: SOURCE.value }, false],
    ['session_not_found', {}, false],
    ['unknown', {}, false],
  ] as const)('where codex exits before it does anything: %s with %j', async (cause, own, stops) => {
    const failed = {
      ok: false,
      kind: 'process_failed',
      cause,
      message: 'No.',
      workMayHaveRun: false,
      retryable: false,
      exitCode: 1,
      signal: null,
      detail: { threadId: null, text: null, stderr: '', events: [], notices: [], attempts: [] },
    } as never;
    const { summary, failure } = await results([task(0, own), task(1, own)], failed);
    expect(summary).toMatchObject({ stopped: stops ? 'cannot_start' : null, total: stops ? 1 : 2 });
    expect(failure?.kind ?? null).toBe(stops ? 'process_failed' : null);
  });

  it.each(['codex_not_found', 'spawn_failed', 'unsupported', 'schema_file'] as const)(
    'where codex cannot be started: %s',
    async (kind) => {
      const failed = { ok: false, kind, message: 'No.', workMayHaveRun: false, retryable: false } as never;
      const { results: all, summary, failure, notices } = await results(tasks(5), failed);
      expect(all).toHaveLength(1);
      expect(summary).toMatchObject({ stopped: 'cannot_start', failed: 1 });
      expect(failure).toMatchObject({ kind });
      expect(notices).toEqual(['No more tasks will start, since each would fail the same way: No.']);
    },
  );

  it('and none is read where the schema is refused', async () => {
    const source = Source.of(5);
    const refused = { kind: 'value', value: { type: 'array' } } as const;
    const run = runTaskSource(source, refused, { transport: createScriptedTransport(answers(ADA)) });
    expect(run.failure()).toMatchObject({ kind: 'schema_unsupported' });
    expect(await collect(run)).toEqual([]);
    expect(source.asked).toBe(0);
    expect(run.summary()).toMatchObject({ total: 0, stopped: 'cannot_start' });
  });
});

describe('a batch that is stopped', () => {
  it('takes no more, and lets end what runs', async () => {
    const [stop, transport] = [new AbortController(), new GatedTransport()];
    const run = runTaskSource(Source.of(9), SOURCE, { transport, concurrency: 2, drainSignal: stop.signal });
    const all = collect(run);
    await transport.until(2);
    stop.abort();
    expect(kinds(await transport.goOn(all))).toEqual(['0 ok', '1 ok']);
    expect(run.summary()).toMatchObject({ stopped: 'signal', total: 2, notRun: 0 });
  });

  it('counts what was read and not run', async () => {
    const stop = new AbortController();
    const run = play(Source.of(9), [answers(ADA)], {
      concurrency: 1,
      drainSignal: stop.signal,
      isDone: () => {
        stop.abort();
        return false;
      },
    });
    expect(await collect(run)).toEqual([]);
    expect(run.summary()).toMatchObject({ stopped: 'signal', total: 0, notRun: 1 });
  });

  it('is aborted: what runs ends as aborted', async () => {
    const [abort, transport] = [new AbortController(), new GatedTransport()];
    const run = runTaskSource(Source.of(9), SOURCE, { transport, concurrency: 2, signal: abort.signal });
    const all = collect(run);
    await transport.until(2);
    abort.abort();
    expect(kinds(await all)).toEqual(['0 aborted', '1 aborted']);
    expect(run.summary()).toMatchObject({ stopped: 'signal', failed: 2 });
  });

  it('before it began runs nothing', async () => {
    const source = Source.of(3);
    const run = play(source, [answers(ADA)], { signal: AbortSignal.abort() });
    expect(await collect(run)).toEqual([]);
    expect(source.asked).toBe(0);
  });
});

describe('a task whose server ends under it', () => {
  const crashed = (request: Parameters<Extract<Script, (...args: never) => unknown>>[0]) => ({
    stdout: [{ type: 'thread.started', thread_id: 't' }, { type: 'turn.started' }] as const,
    exitCode: 101,
    serverEnded: true as const,
    stderr: `panicked ${request.command.prompt}`,
  });

  it('is retried once, on its own server', async () => {
    const transport = createScriptedTransport(crashed, answers(ADA));
    const notices: string[] = [];
    const run = runTaskSource(Source.of(1), SOURCE, {
      transport,
      onNotice: (notice) => notices.push(notice),
    });
    const [result] = await collect(run);
    expect(result).toMatchObject({
      ok: true,
      detail: {
        attempts: [{ kind: 'process_failed' }, { kind: 'ok', cause: 'restart' }],
        notices: [{ kind: 'server_ended' }],
      },
    });
    expect(transport.requests.map(({ once }) => once)).toEqual([undefined, true]);
    expect(notices).toEqual([expect.stringContaining("during task '0'")]);
  });

  it('twice has failed, and the others go on', async () => {
    const script: Script = (request) =>
      request.command.prompt === 'prompt 1' ? crashed(request) : answers(ADA);
    const { results: all, summary } = await results(tasks(3), script);
    expect(kinds(all)).toEqual(['0 ok', '1 process_failed', '2 ok']);
    expect(all[1]).toMatchObject({ detail: { attempts: [{}, { cause: 'restart' }] } });
    expect(summary.stopped).toBe(null);
  });

  it('has its retries and repairs all the same', async () => {
    const transport = createScriptedTransport(
      crashed,
      fails(`${BUSY}, try again in 1ms`),
      answers({}),
      answers(ADA),
    );
    const run = runTaskSource(Source.of(1), SOURCE, { transport, repair: 1, retry: 1 });
    const [result] = await collect(run);
    expect(result).toMatchObject({
      ok: true,
      detail: {
        attempts: [{}, { cause: 'restart' }, { cause: 'retry' }, { cause: 'repair' }],
      },
    });
  });

  describe('between its answer and its repair', () => {
    // The thread went with the server: codex did not get so far as to take the prompt.
    const gone = { stdout: '', exitCode: 101, serverEnded: true as const, stderr: 'panicked' };
    const repaired = async (...scripts: readonly [Script, ...Script[]]) => {
      const [result] = await collect(play(Source.of(1), scripts, { repair: 1 }));
      return result;
    };

    it('is retried, and repaired there', async () => {
      expect(await repaired(answers({}), gone, answers(ADA))).toMatchObject({
        ok: true,
        value: ADA,
        detail: {
          attempts: [{ kind: 'schema_mismatch' }, { cause: 'repair' }, { kind: 'ok', cause: 'restart' }],
        },
      });
    });

    it('twice keeps the answer that there is', async () => {
      const result = await repaired(answers({}), crashed, answers({ name: 'Ada' }), gone);
      expect(result).toMatchObject({ kind: 'schema_mismatch', value: { name: 'Ada' } });
    });
  });
});

describe('options', () => {
  it.each([
    [{ concurrency: 0 }, 'concurrency'],
    [{ concurrency: 1.5 }, 'concurrency'],
    [{ maxFailures: { count: 0 } }, 'maxFailures.count'],
    [{ maxFailures: { percent: 101 } }, 'maxFailures.percent'],
    [{ budgetTokens: 0 }, 'budgetTokens'],
    [{ shard: { index: 3, count: 2 } }, 'shard.index'],
    [{ retry: -1 }, 'retry'],
    [{ retryUnsafe: true }, "'retryUnsafe'"],
  ])('that make no sense are told: %j', (options, named) => {
    expect(() => runTaskSource(Source.of(1), SOURCE, options)).toThrow(named);
  });
});
