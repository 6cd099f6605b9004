import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchBench, resultsIn } from '../support/batch-bench.js';

let bench: BatchBench;
beforeEach(() => {
  bench = new BatchBench();
});
afterEach(() => bench.dispose());

function input(...ids: readonly string[]): void {
  bench.tasks(
    'tasks.jsonl',
    ids.map((id) => ({ id, prompt: id })),
  );
}

function batch(...more: string[]) {
  return bench.batch(['tasks.jsonl', '-o', 'r.jsonl', '--quiet', ...more]);
}

function placesIn(text: string): (readonly [id: string, index: number])[] {
  return resultsIn(text).map(({ id, index }) => [id, index] as const);
}

function numbered(...ids: readonly string[]): (readonly [id: string, index: number])[] {
  return ids.map((id, index) => [id, index] as const);
}

describe('after the input was changed, a resumed journal has the order and the places of the input', () => {
  it.each<
    readonly [what: string, before: readonly string[], after: readonly string[], ran: readonly string[]]
  >([
    ['a task on top', ['a', 'b', 'c'], ['new', 'a', 'b', 'c'], ['new']],
    ['a task in between', ['a', 'b'], ['a', 'new', 'b'], ['new']],
    ['another order', ['a', 'b', 'c', 'd'], ['d', 'b', 'a', 'c'], []],
    ['another order, and tasks on both ends', ['a', 'b', 'c'], ['x', 'c', 'a', 'b', 'y'], ['x', 'y']],
  ])('%s', async (_, before, after, ran) => {
    input(...before);
    await batch();
    input(...after);
    const { code, stderr } = await batch('--resume', '--ordered');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(bench.turns().slice(before.length).sort()).toEqual([...ran].sort());
    expect(placesIn(bench.read('r.jsonl'))).toEqual(numbered(...after));
  });

  it('also if it is not sorted: each line says the place of its task', async () => {
    input('a', 'b');
    await batch();
    input('new', 'b', 'a');
    await batch('--resume');
    expect(Object.fromEntries(placesIn(bench.read('r.jsonl')))).toEqual({ new: 0, b: 1, a: 2 });
  });

  it('after several changes, one resume each; what the input has no more comes last, and stays', async () => {
    input('a', 'b', 'c');
    await batch('--ordered');
    input('c', 'a');
    await batch('--ordered', '--resume');
    expect(bench.results('r.jsonl').map(({ id }) => id)).toEqual(['c', 'a', 'b']);
    input('renamed', 'a', 'c');
    await batch('--ordered', '--resume');
    expect(bench.results('r.jsonl').map(({ id }) => id)).toEqual(['renamed', 'a', 'c', 'b']);
    input('b', 'c', 'renamed', 'a');
    await batch('--ordered', '--resume');
    expect(placesIn(bench.read('r.jsonl'))).toEqual(numbered('b', 'c', 'renamed', 'a'));
    expect(bench.turns()).toHaveLength(4);
  });

  it('keeps every other byte of a line, whoever has written it', async () => {
    const line =
      '{"inputHash":"x","kind":"ok","id":"z\\u0022","value":{"n":9007199254740995,"index":7},"index" : 5}';
    input('z"', 'b');
    await batch();
    const [own = ''] = bench.read('r.jsonl').split('\n');
    const hash = /"inputHash":"([^"]*)"/.exec(own)?.[1] ?? '';
    bench.write('r.jsonl', `${line.replace('"x"', `"${hash}"`)}\n`);
    input('b', 'z"');
    await batch('--resume', '--ordered');
    expect(bench.read('r.jsonl').split('\n')[1]).toBe(line.replace('"x"', `"${hash}"`).replace(': 5', ': 1'));
  });
});

describe('batch merge of shards whose input was changed between their runs', () => {
  const shard = (index: number, ...more: string[]) =>
    bench.batch(['tasks.jsonl', '--shard', `${index}/2`, '-o', `${index}.jsonl`, '--quiet', ...more]);
  const merge = (...more: string[]) => bench.run(['batch', 'merge', '1.jsonl', '2.jsonl', ...more]);
  const ids = Array.from({ length: 12 }, (_, number) => `t${number}`);

  beforeEach(async () => {
    input(...ids);
    await shard(1);
    input('new', ...ids);
    await shard(2);
    await shard(1, '--resume');
  });

  it('works by id, and with --tasks has the order of the tasks', async () => {
    const reversed = [...ids].reverse();
    input('new', ...reversed);
    const { code, stdout, stderr } = await merge('--tasks', 'tasks.jsonl');
    expect({ code, stderr }).toEqual({ code: 0, stderr: '13 results from 2 files.\n' });
    expect(placesIn(stdout)).toEqual(numbered('new', ...reversed));
  });

  it('and of which only one was resumed', async () => {
    input('first', 'new', ...ids);
    const owner = (await shard(1, '--resume')).code === 0 ? '1.jsonl' : '2.jsonl';
    expect(owner).toBe('1.jsonl');
    const lacking = await merge('--tasks', 'tasks.jsonl');
    const isThere = bench.results('1.jsonl').some(({ id }) => id === 'first');
    expect(lacking.code).toBe(isThere ? 0 : 3);
    // Without the input there is still one order, and each result once.
    const plain = await merge();
    expect(plain.code).toBe(0);
    const merged = resultsIn(plain.stdout).map(({ id }) => id);
    expect(new Set(merged).size).toBe(merged.length);
    expect(merged).toHaveLength(isThere ? 14 : 13);
    expect(await merge()).toEqual(plain);
  });

  it('leaves out what the input has no more, and says so', async () => {
    input('t3', 't1');
    const { code, stdout, stderr } = await merge('--tasks', 'tasks.jsonl');
    expect(code).toBe(0);
    expect(placesIn(stdout)).toEqual(numbered('t3', 't1'));
    expect(stderr).toContain('Left out 11 results of tasks that are not in the input.');
    expect(stderr).toContain('2 results from 2 files.');
  });

  it('refuses an input that it has no result of', async () => {
    bench.tasks('none.jsonl', []);
    const { code, stdout, stderr } = await merge('--tasks', 'none.jsonl');
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toContain('None of 13 results is of a task of this input.');
  });

  it('gives what can be resumed and merged again', async () => {
    input('new', ...ids);
    expect((await merge('--tasks', 'tasks.jsonl', '-o', 'r.jsonl', '--quiet')).code).toBe(0);
    const turns = bench.turns().length;
    expect((await batch('--resume')).code).toBe(0);
    expect(bench.turns()).toHaveLength(turns);
    const again = await bench.run(['batch', 'merge', 'r.jsonl', '--quiet']);
    expect(again).toMatchObject({ code: 0, stderr: '' });
    expect(placesIn(again.stdout)).toEqual(numbered('new', ...ids));
  });
});

it('batch merge with places that collide counts: --expect says whether all are there', async () => {
  const result = (id: string, index: number) => ({
    id,
    index,
    inputHash: id,
    ok: true,
    kind: 'ok',
    value: {},
  });
  bench.tasks('1.jsonl', [result('a', 0), result('b', 1)]);
  bench.tasks('2.jsonl', [result('new', 0)]);
  const merge = (...more: string[]) => bench.run(['batch', 'merge', '1.jsonl', '2.jsonl', ...more]);
  const all = await merge('--expect', '3');
  expect(all.code).toBe(0);
  expect(placesIn(all.stdout)).toEqual([
    ['a', 0],
    ['new', 0],
    ['b', 1],
  ]);
  expect(all.stderr).toContain(
    'Some tasks have the same place, since the input was changed between the runs',
  );
  const lacking = await merge('--expect', '4');
  expect(lacking).toMatchObject({ code: 3, stdout: '' });
  expect(lacking.stderr).toContain('There are 3 results, and 4 are expected.');
});
