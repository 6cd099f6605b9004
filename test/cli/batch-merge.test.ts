import { rmSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchBench, resultsIn } from '../support/batch-bench.js';

const COUNT = 40;
let bench: BatchBench;
beforeEach(() => {
  bench = new BatchBench();
  bench.tasks(
    'tasks.jsonl',
    Array.from({ length: COUNT }, (_, index) => ({ id: `t${index}`, prompt: `task ${index}` })),
  );
});
afterEach(() => bench.dispose());

function shardArgs(index: number, count: number): string[] {
  const tasks = ['batch', 's.json', 'tasks.jsonl', '--shard', `${index}/${count}`];
  return [...tasks, '-o', `shard-${index}.jsonl`, '--quiet'];
}

function shard(index: number, count: number, ...more: string[]) {
  return bench.main([...shardArgs(index, count), ...more]);
}

const SHARDS = ['shard-1.jsonl', 'shard-2.jsonl', 'shard-3.jsonl'];

async function allShards(): Promise<void> {
  for (const index of [1, 2, 3]) expect((await shard(index, 3)).code).toBe(0);
}

function merge(args: readonly string[]) {
  return bench.run(['batch', 'merge', ...args]);
}

describe('batch merge', () => {
  it('joins shards in the order of the tasks, each task once', async () => {
    await allShards();
    expect(bench.turns()).toHaveLength(COUNT);
    expect(SHARDS.every((name) => bench.results(name).length > 0)).toBe(true);
    const { code, stderr } = await merge([...SHARDS, '-o', 'all.jsonl', '--tasks', 'tasks.jsonl']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `${COUNT} results from 3 files.\n` });
    expect(bench.results('all.jsonl').map(({ id, index }) => [id, index])).toEqual(
      Array.from({ length: COUNT }, (_, index) => [`t${index}`, index]),
    );
    const printed = await merge([...SHARDS, '--expect', String(COUNT), '--quiet']);
    expect(printed).toMatchObject({ code: 0, stdout: bench.read('all.jsonl'), stderr: '' });
  });

  it('joins shards that another program saved in another encoding', async () => {
    await allShards();
    bench.write('shard-1.jsonl', Buffer.from(`\ufeff${bench.read('shard-1.jsonl')}`, 'utf16le'));
    bench.write('shard-2.jsonl', `\ufeff${bench.read('shard-2.jsonl')}`);
    const { code, stderr } = await merge([...SHARDS, '-o', 'all.jsonl', '--tasks', 'tasks.jsonl']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: `${COUNT} results from 3 files.\n` });
    bench.write('shard-3.jsonl', gzipSync('{}'));
    const refused = await merge([...SHARDS]);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain(
      'shard-3.jsonl is not UTF-8 text: it is gzip data; decompress it first.',
    );
  });

  it('joins what ran at the same time, as under GNU parallel', async () => {
    const codes = await Promise.all(
      [1, 2, 3].map(async (index) => (await bench.run(shardArgs(index, 3))).code),
    );
    expect(codes).toEqual([0, 0, 0]);
    expect((await merge([...SHARDS, '--tasks', 'tasks.jsonl', '--quiet'])).code).toBe(0);
    expect(bench.turns()).toHaveLength(COUNT);
  });

  it('says which shard is missing, and writes nothing', async () => {
    await allShards();
    const { code, stdout, stderr } = await merge(['shard-1.jsonl', 'shard-3.jsonl', '-o', 'all.jsonl']);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('No result is of shard 2/3.');
    expect(stderr).toContain('Results are missing for the tasks with the index ');
    expect(bench.has('all.jsonl')).toBe(false);
  });

  it('says which tasks are missing, and which shard runs them', async () => {
    await allShards();
    const [first, ...rest] = bench.results('shard-2.jsonl');
    bench.tasks('shard-2.jsonl', rest);
    const { code, stderr } = await merge([...SHARDS, '--tasks', 'tasks.jsonl']);
    expect(code).toBe(3);
    expect(stderr).toContain(
      `Results are missing for 1 of ${COUNT} tasks: "${first?.id}"; run again with --resume: shard 2/3.`,
    );
    const gap = await merge(SHARDS);
    expect(gap.code).toBe(first?.index === COUNT - 1 ? 0 : 3);
    const counted = await merge([...SHARDS, '--expect', String(COUNT)]);
    expect(counted.code).toBe(3);
    expect(counted.stderr).toContain(`Results are missing for the tasks with the index ${first?.index}.`);
  });

  it('takes an empty file for a shard that had no task', async () => {
    bench.tasks('tasks.jsonl', [{ id: 'only', prompt: 'a' }]);
    await allShards();
    expect(SHARDS.filter((name) => bench.read(name) === '')).toHaveLength(2);
    expect((await merge([...SHARDS, '--tasks', 'tasks.jsonl', '--quiet'])).code).toBe(0);
    const [empty = ''] = SHARDS.filter((name) => bench.read(name) === '');
    rmSync(bench.path(empty));
    const { code, stderr } = await merge(SHARDS.filter((name) => bench.has(name)));
    expect(code).toBe(3);
    expect(stderr).toContain('No result is of shard');
  });

  it('refuses results of different tasks under one id', async () => {
    bench.tasks('one.jsonl', [{ id: 'x', prompt: 'a' }]);
    bench.tasks('two.jsonl', [{ id: 'x', prompt: 'b' }]);
    await bench.batch(['one.jsonl', '-o', 'r1.jsonl', '--quiet']);
    await bench.batch(['two.jsonl', '-o', 'r2.jsonl', '--quiet']);
    const { code, stderr } = await merge(['r1.jsonl', 'r2.jsonl']);
    expect(code).toBe(2);
    expect(stderr).toContain("The results of 'x' in r1.jsonl and r2.jsonl are of different tasks");
  });

  it('takes the better one of two results of the same task', async () => {
    await allShards();
    const [first] = bench.results('shard-1.jsonl');
    bench.tasks('retry.jsonl', [{ ...first, ok: false, kind: 'timeout', retryable: false }]);
    for (const order of [
      ['retry.jsonl', ...SHARDS],
      [...SHARDS, 'retry.jsonl'],
    ]) {
      const { code, stdout } = await merge([...order, '--quiet']);
      expect(code).toBe(0);
      expect(resultsIn(stdout).every(({ ok }) => ok)).toBe(true);
    }
  });

  it('counts what was aborted as missing, and a torn line as none', async () => {
    await allShards();
    const [first, ...rest] = bench.results('shard-1.jsonl');
    bench.tasks('shard-1.jsonl', [{ ...first, ok: false, kind: 'aborted' }, ...rest]);
    bench.write('shard-3.jsonl', `${bench.read('shard-3.jsonl')}{"id":"t`);
    const { code, stderr } = await merge(SHARDS);
    expect(code).toBe(3);
    expect(stderr).toContain('1 task aborted: run their shards again with --resume.');
    expect(stderr).toContain('The last line of shard-3.jsonl is torn, so its result does not count.');
  });

  it('leaves a file alone that a batch is writing', async () => {
    await allShards();
    bench.tasks('hang.jsonl', ['hang']);
    const other = bench.start(['batch', 's.json', 'hang.jsonl', '-o', 'all.jsonl', '--quiet']);
    await bench.untilLines('turns', COUNT + 1);
    const { code, stderr } = await merge([...SHARDS, '-o', 'all.jsonl']);
    expect(code).toBe(2);
    expect(stderr).toContain(`Another batch (process ${other.child.pid}) is writing all.jsonl`);
    expect(bench.read('all.jsonl')).toBe('');
    other.child.kill('SIGTERM');
    await other.result;
  });

  it('makes the reports of all shards together', async () => {
    await allShards();
    const { code } = await merge([
      ...SHARDS,
      '-o',
      'all.jsonl',
      '--junit',
      'all.xml',
      '--report',
      'all.html',
      '--quiet',
    ]);
    expect(code).toBe(0);
    expect(bench.read('all.xml').match(/<testcase /g)).toHaveLength(COUNT);
    // The time of the shards is not known.
    expect(bench.read('all.html')).not.toContain('tasks a second');
  });

  it.each([
    [[], 'The <results> argument is missing.'],
    [['none.jsonl'], 'none.jsonl cannot be read: there is no such file.'],
    [['bin'], 'bin cannot be read: it is a directory.'],
    [['tasks.jsonl'], 'Line 1 of tasks.jsonl is not a batch result'],
    [['a.jsonl', './a.jsonl'], './a.jsonl is given twice; give each shard once.'],
    [['a.jsonl', '-o', 'a.jsonl'], '--output a.jsonl is one of the shards; name another file.'],
    [
      ['a.jsonl', '--expect', '1', '--tasks', 'tasks.jsonl'],
      '--expect and --tasks (or --glob) say the same; use only one of them.',
    ],
  ])('%j is refused', async (args, message) => {
    bench.write('a.jsonl', '');
    const { code, stderr } = await merge(args);
    expect(stderr).toContain(message);
    expect(code).toBe(2);
  });

  it('has a help of its own', async () => {
    for (const args of [
      ['batch', 'merge', '--help'],
      ['help', 'batch', 'merge'],
    ]) {
      const { code, stdout } = await bench.run(args);
      expect(code).toBe(0);
      expect(stdout).toContain('Usage: codex-structured batch merge <results>... [options]');
    }
  });
});
