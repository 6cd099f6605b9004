import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runBatch } from '../../src/batch/index.js';
import { createScriptedTransport } from '../../src/transports/scripted.js';
import { BatchBench, resultsIn } from '../support/batch-bench.js';
import { ADA, answers } from '../unit/run/turns/script.js';

let bench: BatchBench;
beforeEach(() => {
  bench = new BatchBench();
});
afterEach(() => bench.dispose());

/** The ids and the values of the results, in the order of the input. */
async function named(args: readonly string[], options: { stdin?: string } = {}): Promise<readonly string[]> {
  const { stdout } = await bench.batch([...args, '--ordered', '--quiet'], options);
  return resultsIn(stdout).map(
    ({ id, ok, value, kind }) => `${id} ${ok ? (value as { name: string }).name : kind}`,
  );
}

describe('the default id of a task', () => {
  it('is its position, unless another task has that id, before or after it', async () => {
    bench.tasks('tasks.jsonl', [
      'a',
      { id: 0, prompt: 'b' },
      { id: '3', prompt: 'c' },
      { prompt: 'd' },
      { id: '#0', prompt: 'e' },
      'f',
    ]);
    expect(await named(['tasks.jsonl'])).toEqual(['#0# a', '0 b', '3 c', '#3 d', '#0 e', '5 f']);
  });

  it('is found free in CSV, where some rows have no id', async () => {
    bench.write('tasks.csv', 'id,prompt\n5,a\n,b\n1,c\n0,d\n,e\n');
    expect(await named(['tasks.csv'])).toEqual(['5 a', '#1 b', '1 c', '0 d', '4 e']);
  });

  it('is free in UTF-16 too', async () => {
    bench.write('tasks.jsonl', Buffer.from('\ufeff"a"\n{"id":"0","prompt":"b"}\n', 'utf16le'));
    expect(await named(['tasks.jsonl'])).toEqual(['#0 a', '0 b']);
  });

  it('is the same when the batch is resumed, and when its shards are merged', async () => {
    bench.tasks('tasks.jsonl', ['a', { id: '0', prompt: 'b' }, { id: '1', prompt: 'c' }, 'd']);
    for (const shard of ['1/2', '2/2']) {
      const run = await bench.batch(['tasks.jsonl', '--shard', shard, '-o', `${shard[0]}.jsonl`, '--quiet']);
      expect(run.code).toBe(0);
    }
    const merged = await bench.main([
      'batch',
      'merge',
      '1.jsonl',
      '2.jsonl',
      '--tasks',
      'tasks.jsonl',
      '-o',
      'all.jsonl',
    ]);
    expect(merged).toMatchObject({ code: 0, stderr: '4 results from 2 files.\n' });
    expect(bench.results('all.jsonl').map(({ id }) => id)).toEqual(['#0', '0', '1', '3']);
  });

  it('gives way to an earlier id in a pipe, which can be read only once', async () => {
    const stdin = '{"id": "1", "prompt": "a"}\n"b"\n"c"\n{"id": "2", "prompt": "d"}\n';
    expect(await named([], { stdin })).toEqual(['1 a', '#1 b', '2 c', '2#3 invalid_task']);
  });

  it('is free in the tasks of a program', async () => {
    const transport = createScriptedTransport(answers(ADA));
    const schema = {
      type: 'object',
      properties: { name: { type: 'string' }, age: { type: 'integer' } },
      required: ['name', 'age'],
      additionalProperties: false,
    } as const;
    const ids: string[] = [];
    const tasks = ['a', { id: '0', prompt: 'b' }, { id: '0', prompt: 'c' }];
    const run = runBatch(tasks, schema, { transport, ordered: true });
    for await (const { id, kind } of run) ids.push(`${id} ${kind}`);
    expect(ids).toEqual(['#0 ok', '0 ok', '0#2 invalid_task']);
  });
});

it('what is wrong with a task is reported, even if its id is taken', async () => {
  bench.write('tasks.jsonl', '{"id": "#1", "prompt": "a"}\n[]\n');
  const { stdout } = await bench.batch(['tasks.jsonl', '--ordered', '--quiet']);
  const [, second] = resultsIn(stdout);
  expect(second).toMatchObject({ id: '#1#', kind: 'invalid_task' });
  expect(second?.message).toContain('Line 2 of tasks.jsonl is an array');
});
