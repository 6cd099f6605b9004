import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchBench } from '../support/batch-bench.js';

let bench: BatchBench;
let paid: string;
beforeEach(async () => {
  bench = new BatchBench();
  bench.tasks(
    't.jsonl',
    ['a', 'b', 'c'].map((id) => ({ id, prompt: id })),
  );
  await batch();
  paid = bench.read('r.jsonl');
});
afterEach(() => bench.dispose());

function batch(...more: string[]) {
  return bench.batch(['t.jsonl', '-o', 'r.jsonl', '--ordered', '--quiet', ...more]);
}

describe('a batch that is resumed, and comes to nothing, costs no value that was paid for', () => {
  it.each<readonly [what: string, args: readonly string[], kept: number]>([
    ['the template names a field that is not there', ['--template', '{{promt}}'], 3],
    ['another prompt, and the account is signed out', ['--template', 'auth {{prompt}}', '-j', '1'], 1],
    ['another prompt, and the account is used up', ['--template', 'limit {{prompt}}', '-j', '1'], 1],
    ['another model, and codex is not there', ['-m', 'other', '--codex-path', '/nope', '-j', '1'], 1],
    ['another model, and codex is too old or lacks a flag', ['-p', 'nope', '-j', '1'], 1],
  ])('%s', async (_, args, kept) => {
    const { code, stderr } = await batch('--resume', ...args);
    expect(code).not.toBe(0);
    expect(stderr).toContain(
      `r.jsonl: It keeps the earlier values of ${kept} task${kept === 1 ? '' : 's'} that did not come to a result this time.`,
    );
    expect(bench.read('r.jsonl')).toBe(paid);
    const turns = bench.turns().length;
    expect(await batch('--resume')).toMatchObject({ code: 0, stderr: '' });
    expect(bench.turns()).toHaveLength(turns);
  });

  it('but a task of another input that codex works on has its new result', async () => {
    await batch('--resume', '--template', 'prose {{prompt}}');
    expect(bench.results('r.jsonl').map(({ kind }) => kind)).toEqual(Array(3).fill('invalid_json'));
  });

  it('and what could not be read stays until it has been read again', async () => {
    bench.write('t.csv', 'id,prompt\na,a\nb,b,too many\n');
    const csv = (...more: string[]) => bench.batch(['t.csv', '-o', 'c.jsonl', '--quiet', ...more]);
    await csv('--ordered');
    const before = bench.read('c.jsonl');
    expect(bench.results('c.jsonl').map(({ id }) => id)).toEqual(['a', '#1']);
    expect((await csv('--resume', '--template', '{{promt}}')).code).toBe(2);
    expect(bench.read('c.jsonl')).toBe(before);
    bench.write('t.csv', 'id,prompt\na,a\nb,b\n');
    expect((await csv('--resume')).code).toBe(0);
    expect(bench.results('c.jsonl').map(({ id }) => id)).toEqual(['a', 'b']);
    bench.write('t.csv', 'id,prompt\na,a\nb,b\nc,c,c\n');
    await csv('--resume');
    bench.write('t.csv', 'id,prompt\na,a\nb,b\n');
    expect((await csv('--resume')).code).toBe(0);
    expect(bench.results('c.jsonl').map(({ id }) => id)).toEqual(['a', 'b']);
  });
});
