import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import type { BatchOptions } from '../../src/batch/batch-options.js';
import { type BatchTaskInput, runBatch } from '../../src/batch/engine/run-batch.js';
import type { JsonObject } from '../../src/json/value.js';
import { completed, endedBy, message } from '../../src/rehearsal/replies.js';
import type { ResponsesScript } from '../../src/rehearsal/responses-script.js';
import { createAppServerTransport } from '../../src/transports/app-server.js';
import { FAKES } from '../support/fault-bench.js';
import {
  killAllWithMark,
  MARK_VARIABLE,
  processesWithMark,
  untilNoneHasMark,
} from '../support/process-watch.js';
import { codexLauncher, NAME_SCHEMA } from '../support/real-codex.js';
import { stageFor, userTexts } from '../support/run-on-stage.js';

/** A temporary directory and a mark, which both show what a batch leaves behind. */
class Place {
  readonly root = mkdtempSync(join(tmpdir(), 'codex-structured-batch-'));
  readonly mark = `batch-${process.pid}-${Math.random()}`;

  constructor({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
    onTestFinished(() => {
      killAllWithMark(this.mark);
      rmSync(this.root, { recursive: true, force: true });
    });
  }

  get options() {
    return {
      cwd: this.root,
      codexPath: codexLauncher(),
      skipGitRepoCheck: true,
      env: { ...process.env, TMPDIR: this.root, HOME: this.root, [MARK_VARIABLE]: this.mark },
    };
  }

  servers(): number[] {
    return processesWithMark(this.mark).filter((pid) => commandOf(pid).includes('app-server'));
  }

  async expectNothingLeft(): Promise<void> {
    await untilNoneHasMark(this.mark);
    expect(readdirSync(this.root).filter((name) => name.startsWith('codex-structured'))).toEqual([]);
  }
}

/** A fake app server that says back what it was told. */
const ECHO = join(FAKES, 'as-poisoned', 'codex');
const ECHO_SCHEMA: JsonObject = {
  type: 'object',
  properties: { echo: { type: 'string' } },
  required: ['echo'],
  additionalProperties: false,
};

function commandOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8');
  } catch {
    return '';
  }
}

function prompts(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `Task ${index}`);
}

async function perform(
  tasks: readonly BatchTaskInput[],
  options: BatchOptions,
  onResult = (_: number) => {},
) {
  const notices: string[] = [];
  const onNotice = (notice: string) => void notices.push(notice);
  const run = runBatch(tasks, NAME_SCHEMA as JsonObject, { onNotice, ...options });
  const results = [];
  for await (const result of run) {
    results.push(result);
    onResult(results.length);
  }
  results.sort((a, b) => a.index - b.index);
  return { results, summary: run.summary(), notices };
}

const kinds = (results: readonly { readonly kind: string }[]) => results.map(({ kind }) => kind);
const all = (count: number, kind = 'ok') => Array.from({ length: count }, () => kind);

describe('a rehearsed batch', () => {
  it('shares one app server, one provider and one CODEX_HOME, whatever the schemas', async (context) => {
    const place = new Place(context);
    const schema = {
      type: 'object',
      properties: { count: { type: 'integer' } },
      required: ['count'],
      additionalProperties: false,
    };
    const tasks = prompts(24).map((prompt, index) => (index % 2 === 0 ? prompt : { prompt, schema }));
    const seen = new Set<number>();
    const look = () => place.servers().map((pid) => seen.add(pid));
    const { results, summary } = await perform(
      tasks,
      { ...place.options, rehearse: true, concurrency: 6 },
      look,
    );
    expect(kinds(results)).toEqual(all(24));
    const shapes = results.map((result) => (result.ok ? Object.keys(result.value as object)[0] : null));
    expect(shapes).toEqual(prompts(24).map((_, index) => (index % 2 === 0 ? 'name' : 'count')));
    const threads = results.map((result) => (result.ok ? result.detail.threadId : null));
    expect(new Set(threads).size).toBe(24);
    expect(summary).toMatchObject({ total: 24, ok: 24, tokens: { input: 240, output: 120 } });
    expect(seen.size).toBe(1);
    await place.expectNothingLeft();
  });

  it('runs in two steps, and with an answer of the caller', async (context) => {
    const place = new Place(context);
    const rehearse = { answer: { name: 'Grace' } };
    const { results } = await perform(prompts(3), { ...place.options, rehearse, twoStep: true });
    expect(results.map((result) => result.ok && result.value)).toEqual(Array(3).fill({ name: 'Grace' }));
    await place.expectNothingLeft();
  });

  it('runs by codex exec too', async (context) => {
    const place = new Place(context);
    const options = { ...place.options, rehearse: true, transport: 'exec', repair: 1 } as const;
    const { results } = await perform(prompts(3), options);
    expect(kinds(results)).toEqual(all(3));
    await place.expectNothingLeft();
  });

  it('goes on where its app server is killed: all have a result, once', async (context) => {
    const place = new Place(context);
    const seen = new Set<number>();
    const options = { ...place.options, rehearse: { latencyMs: 200 }, concurrency: 4 };
    const { results, notices } = await perform(prompts(20), options, (count) => {
      for (const pid of place.servers()) seen.add(pid);
      if (count === 6) for (const pid of place.servers()) process.kill(pid, 'SIGKILL');
    });
    expect(kinds(results)).toEqual(all(20));
    expect(results.map(({ index }) => index)).toEqual(prompts(20).map((_, index) => index));
    const restarted = results.filter((result) => 'detail' in result && result.detail?.attempts.length === 2);
    expect(restarted.length).toBeGreaterThan(0);
    expect(restarted.length).toBeLessThanOrEqual(4);
    for (const result of restarted) {
      expect(result).toMatchObject({
        detail: {
          attempts: [{ kind: 'process_failed' }, { kind: 'ok', cause: 'restart' }],
          notices: expect.arrayContaining([expect.objectContaining({ kind: 'server_ended' })]),
        },
      });
    }
    expect(notices).toHaveLength(restarted.length);
    await place.expectNothingLeft();
  });

  it('goes from server to server, each with so many turns', async (context) => {
    const place = new Place(context);
    const transport = createAppServerTransport({ turnsPerServer: 6 });
    context.onTestFinished(() => transport.close());
    const seen = new Set<number>();
    const options = { ...place.options, rehearse: true, transport, concurrency: 3 };
    const { results } = await perform(prompts(18), options, () => {
      for (const pid of place.servers()) seen.add(pid);
    });
    expect(kinds(results)).toEqual(all(18));
    expect(seen.size).toBe(3);
    await transport.close();
    await place.expectNothingLeft();
  });

  it('has the next server started before it is needed', async (context) => {
    const place = new Place(context);
    const transport = createAppServerTransport({ turnsPerServer: 10 });
    context.onTestFinished(() => transport.close());
    const options = { ...place.options, codexPath: ECHO, transport, concurrency: 3 };
    const results = [];
    for await (const result of runBatch(prompts(40), ECHO_SCHEMA, options)) results.push(result);
    // The fake names its threads after its pid.
    const pids = results.map((result) => (result.ok ? result.detail.threadId?.split('-')[1] : null));
    const turns = [...new Set(pids)].map((pid) => pids.filter((other) => other === pid).length);
    expect(turns).toEqual([10, 10, 10, 10]);
    await transport.close();
    await place.expectNothingLeft();
  });

  it('that is aborted leaves nothing behind', async (context) => {
    const place = new Place(context);
    const abort = new AbortController();
    let turns = 0;
    const { results, summary } = await perform(prompts(20), {
      ...place.options,
      rehearse: { latencyMs: 600_000 },
      concurrency: 4,
      signal: abort.signal,
      onEvent: (_, { type }) => {
        turns += type === 'turn.started' ? 1 : 0;
        if (turns === 4) abort.abort();
      },
    });
    expect(kinds(results)).toEqual(all(4, 'aborted'));
    expect(summary).toMatchObject({ stopped: 'signal', failed: 4 });
    await place.expectNothingLeft();
  });

  it('that is left leaves nothing behind', async (context) => {
    const place = new Place(context);
    const run = runBatch(prompts(20), NAME_SCHEMA, { ...place.options, rehearse: true, concurrency: 4 });
    for await (const { kind } of run) {
      expect(kind).toBe('ok');
      break;
    }
    await place.expectNothingLeft();
  });
});

describe('a batch with a model of many minds', () => {
  /** Answers by the prompt, and by how often it was asked. */
  const script: ResponsesScript = {
    name: 'by-prompt',
    replyTo({ body }) {
      const [prompt = '', ...again] = userTexts(body).filter((text) => !text.startsWith('<'));
      if (prompt.includes('prose')) return completed(message('I would rather not.'));
      if (prompt.includes('mend')) {
        return completed(message(again.length === 0 ? '{"name":1}' : '{"name":"mended"}'));
      }
      if (prompt.includes('truncated'))
        return endedBy({ kind: 'incomplete', reason: 'max_output_tokens' }, message('{"na'));
      return completed(message('{"name":"Ada"}'));
    },
  };

  it('has an outcome of its own for each task', async (context) => {
    const { runOptions } = await stageFor(context, script);
    const tasks = ['plain', 'prose', 'mend', 'truncated', 'plain'];
    const { transport: _, rehearse: _2, onEvent: _3, onRetry: _4, ...options } = runOptions;
    const { results, summary } = await perform(tasks, { ...options, repair: 1, concurrency: 5 });
    expect(kinds(results)).toEqual(['ok', 'invalid_json', 'ok', 'turn_failed', 'ok']);
    expect(results[2]).toMatchObject({ value: { name: 'mended' } });
    expect(summary).toMatchObject({ ok: 3, failed: 2, repairs: 2, stopped: null });
  });
});

describe('a task that crashes the server', () => {
  it('fails alone', async (context) => {
    const place = new Place(context);
    const tasks = prompts(30).map((prompt, index) => (index % 10 === 3 ? `${prompt} poison` : prompt));
    const options = { ...place.options, codexPath: ECHO, concurrency: 5 };
    const results = [];
    for await (const result of runBatch(tasks, ECHO_SCHEMA, options)) results.push(result);
    results.sort((a, b) => a.index - b.index);
    expect(kinds(results)).toEqual(tasks.map((_, index) => (index % 10 === 3 ? 'process_failed' : 'ok')));
    expect(results.map((result) => (result.ok ? (result.value as JsonObject)['echo'] : null))).toEqual(
      tasks.map((prompt, index) => (index % 10 === 3 ? null : prompt)),
    );
    await place.expectNothingLeft();
  });
});
