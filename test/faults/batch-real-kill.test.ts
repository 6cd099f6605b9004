import { afterEach, beforeEach, expect, it } from 'vitest';
import { BatchBench, linesOf } from '../support/batch-bench.js';
import { codexLauncher } from '../support/real-codex.js';

let bench: BatchBench;
beforeEach(() => {
  bench = new BatchBench();
});
afterEach(() => bench.dispose());

it('a batch of the real codex that is killed three times has each of its 40 results once', async () => {
  const all = Array.from({ length: 40 }, (_, index) => `task ${index}`);
  bench.tasks(
    'tasks.jsonl',
    all.map((id) => ({ id, prompt: id })),
  );
  const args = ['batch', 's.json', 'tasks.jsonl', '-o', 'r.jsonl', '--resume', '--quiet', '--rehearse'];
  const real = ['--codex-path', codexLauncher()];
  for (const more of [3, 9, 5]) {
    const before = bench.has('r.jsonl') ? linesOf(bench.read('r.jsonl')).length : 0;
    const started = bench.start([...args, ...real]);
    await bench.untilLines('r.jsonl', before + more);
    started.child.kill('SIGKILL');
    expect((await started.result).signal).toBe('SIGKILL');
  }
  const { code } = await bench.run([...args, ...real, '--ordered']);
  expect(code).toBe(0);
  expect(bench.results('r.jsonl').map(({ id, kind }) => [id, kind])).toEqual(all.map((id) => [id, 'ok']));
});
