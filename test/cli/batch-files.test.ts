import { execFileSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchBench, resultsIn } from '../support/batch-bench.js';

let bench: BatchBench;
beforeEach(() => {
  bench = new BatchBench();
});
afterEach(() => bench.dispose());

describe('files that a batch names', () => {
  it.each([
    [['-i', 'none.png'], '--image none.png cannot be read: there is no such file.'],
    [['--image', 'bin'], '--image bin cannot be read: it is a directory.'],
    [['-C', 'none'], '--cd none cannot be used: there is no such directory.'],
    [['-C', 's.json'], '--cd s.json cannot be used: it is not a directory.'],
  ])('for all tasks end it at once where they are not there: %j', async (args, sentence) => {
    const { code, stderr } = await bench.batch(args, { stdin: '"a"\n' });
    expect(code).toBe(2);
    expect(stderr).toContain(sentence);
    expect(bench.turns()).toEqual([]);
  });

  it('as the schema of a task are read only where they have an end', async () => {
    execFileSync('mkfifo', [bench.path('fifo.json')]);
    bench.tasks('tasks.jsonl', [
      { prompt: 'a', schema: 'fifo.json' },
      { prompt: 'b', schema: '/dev/zero' },
      { prompt: 'c', schema: 's.json' },
      { prompt: 'd', schema: bench.read('s.json') },
    ]);
    const { stdout } = await bench.batch(['tasks.jsonl', '--ordered', '--quiet']);
    expect(resultsIn(stdout).map(({ kind, message }) => [kind, message])).toEqual([
      ['schema_encode', "The task's schema fifo.json cannot be read: it is not a regular file."],
      ['schema_encode', "The task's schema /dev/zero cannot be read: it is not a regular file."],
      ['ok', undefined],
      ['ok', undefined],
    ]);
  });
});

it('of no tasks there is nothing to count', async () => {
  const { code, stdout, stderr } = await bench.batch([], { stdin: '\n \n' });
  expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '', stderr: 'There were no tasks.\n' });
});
