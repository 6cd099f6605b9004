import { afterEach, beforeEach, expect, it } from 'vitest';
import { BatchBench, resultsIn } from '../support/batch-bench.js';

let bench: BatchBench;
beforeEach(() => {
  bench = new BatchBench();
});
afterEach(() => bench.dispose());

it('a server that ends after an answer, before its repair, costs that task alone', async () => {
  bench.tasks('tasks.jsonl', ['one', 'last words', 'three', 'four']);
  const args = ['tasks.jsonl', '--repair', '2', '-j', '1', '--ordered', '--quiet'];
  const { code, stdout } = await bench.batch(args);
  expect(code).toBe(3);
  const results = resultsIn(stdout);
  expect(results.map(({ id, ok }) => [id, ok])).toEqual([
    ['0', true],
    ['1', false],
    ['2', true],
    ['3', true],
  ]);
  // Whether the repair was lost with the server or could not begin is a matter of microseconds.
  expect(results[1]).toMatchObject({
    kind: expect.stringMatching(/^(invalid_json|no_terminal)$/),
    detail: { attempts: expect.arrayContaining([expect.objectContaining({ kind: 'invalid_json' })]) },
  });
  // Anew once, and no more: the server would end each time.
  expect(bench.turns().filter((prompt) => prompt === 'last words')).toHaveLength(2);
});
