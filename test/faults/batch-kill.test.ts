import { once } from 'node:events';
import { appendFileSync, existsSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchBench, linesOf } from '../support/batch-bench.js';

let bench: BatchBench;
beforeEach(() => {
  bench = new BatchBench();
});
afterEach(() => bench.dispose());

/** The same numbers in every run. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 1_103_515_245 + 12_345) % 2 ** 31;
    return state / 2 ** 31;
  };
}

const AT_ONCE = 4;
const ARGS = [
  'batch',
  's.json',
  'tasks.jsonl',
  '-o',
  'r.jsonl',
  '--resume',
  '-j',
  String(AT_ONCE),
  '--quiet',
];

function ids(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `task ${index}`);
}

/**
 * Runs the batch until it has so many more results, and kills it there. However late that is, it cannot have got
 * much further: codex then answers no more.
 */
async function killAfter(more: number): Promise<void> {
  const before = bench.has('r.jsonl') ? linesOf(bench.read('r.jsonl')).length : 0;
  const env = { FAKE_LATENCY_MS: '10', FAKE_MOST: String(more + AT_ONCE) };
  const started = bench.start(ARGS, { env });
  await bench.untilLines('r.jsonl', before + more);
  started.child.kill('SIGKILL');
  const { signal } = await started.result;
  expect(signal).toBe('SIGKILL');
}

describe('a batch that is killed', () => {
  it('ten times at random moments has in the end each of its 300 results once', async () => {
    const all = ids(300);
    bench.tasks(
      'tasks.jsonl',
      all.map((id) => ({ id, prompt: id })),
    );
    const next = random(20_261_130);
    for (let kill = 0; kill < 10; kill++) await killAfter(1 + Math.floor(next() * 25));
    expect(await bench.run(ARGS)).toMatchObject({ code: 0, stdout: '' });
    const results = bench.results('r.jsonl');
    expect(results.map(({ id }) => id).sort()).toEqual([...all].sort());
    expect(results.every(({ id, kind, value }) => kind === 'ok' && value?.name === id)).toBe(true);
    // Only what was running at a kill has run twice.
    expect(bench.turns().length).toBeGreaterThanOrEqual(300);
    expect(bench.turns().length).toBeLessThanOrEqual(300 + 10 * AT_ONCE);
    expect(existsSync(bench.path('r.jsonl.lock'))).toBe(false);
  });

  it('in the middle of a line loses that line alone, and runs its task again', async () => {
    bench.tasks(
      'tasks.jsonl',
      ids(5).map((id) => ({ id, prompt: id })),
    );
    await bench.run(ARGS);
    const [first = '', ...rest] = linesOf(bench.read('r.jsonl'));
    bench.write('r.jsonl', `${rest.join('\n')}\n${first.slice(0, 100)}`);
    const { code, stderr } = await bench.run(ARGS);
    expect(code).toBe(0);
    expect(stderr).toContain('r.jsonl: Its last line was torn: that task runs again.');
    expect(
      bench
        .results('r.jsonl')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(ids(5));
    expect(bench.turns()).toHaveLength(6);
  });
});

describe('two batches', () => {
  it('never write one journal at once; a dead one is in nobody’s way', async () => {
    bench.tasks('tasks.jsonl', [{ id: 'a', prompt: 'hang' }]);
    const first = bench.start(ARGS);
    await bench.untilLines('turns', 1);
    const second = await bench.run(ARGS);
    expect(second.code).toBe(2);
    expect(second.stderr).toContain(
      `Another batch (process ${first.child.pid}) is writing r.jsonl; wait for its end, or give this one a file of its own.`,
    );
    first.child.kill('SIGKILL');
    await first.result;
    bench.tasks('tasks.jsonl', [{ id: 'a', prompt: 'quick' }]);
    const third = await bench.run(ARGS);
    expect(third).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('a journal', () => {
  it('with a foreign line in it is left as it is', async () => {
    bench.tasks('tasks.jsonl', ['a']);
    await bench.run(ARGS);
    appendFileSync(bench.path('r.jsonl'), 'mine\n{"torn');
    const before = bench.read('r.jsonl');
    const { code, stderr } = await bench.run(ARGS);
    expect(code).toBe(2);
    expect(stderr).toContain(
      'Line 2 of r.jsonl is not a batch result; use another file, or remove that line.',
    );
    expect(bench.read('r.jsonl')).toBe(before);
    expect(bench.turns()).toHaveLength(1);
  });
});

describe('signals', () => {
  const tasks = ['a', 'hang 1', 'hang 2', 'never'];

  async function running() {
    bench.tasks('tasks.jsonl', tasks);
    const args = ['batch', 's.json', 'tasks.jsonl', '-o', 'r.jsonl', '-j', '2', '--quiet'];
    const started = bench.start(args);
    await bench.untilLines('turns', 3);
    return started;
  }

  it('SIGINT takes no further tasks, a second one aborts those that run', async () => {
    const started = await running();
    started.child.kill('SIGINT');
    await started.said('SIGINT: no new tasks; running tasks will finish. Press Ctrl-C again to abort them.');
    expect(started.child.exitCode).toBe(null);
    started.child.kill('SIGINT');
    const { code, stderr } = await started.result;
    expect(code).toBe(130);
    expect(stderr).toContain('SIGINT: aborting the running tasks. Press Ctrl-C again to exit at once.');
    expect(bench.results('r.jsonl').map(({ id, kind }) => [id, kind])).toEqual([
      ['0', 'ok'],
      ['1', 'aborted'],
      ['2', 'aborted'],
    ]);
    expect(bench.turns()).toEqual(['a', 'hang 1', 'hang 2']);
    // What was aborted, and what was not run, runs when the batch is resumed.
    bench.tasks('tasks.jsonl', ['a', 'hung 1', 'hung 2', 'at last']);
    const again = await bench.batch(['tasks.jsonl', '-o', 'r.jsonl', '--resume', '--quiet', '--ordered']);
    expect(again.code).toBe(0);
    expect(bench.results('r.jsonl').map(({ id, value }) => [id, value?.name])).toEqual([
      ['0', 'a'],
      ['1', 'hung 1'],
      ['2', 'hung 2'],
      ['3', 'at last'],
    ]);
  });

  it.each([
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('%s aborts at once', async (signal, exit) => {
    const started = await running();
    started.child.kill(signal);
    expect((await started.result).code).toBe(exit);
    expect(bench.results('r.jsonl').map(({ kind }) => kind)).toEqual(['ok', 'aborted', 'aborted']);
    expect(bench.has('r.jsonl.lock')).toBe(false);
  });

  it('a third SIGINT does not wait for codex, and the journal is free again', async () => {
    bench.tasks('tasks.jsonl', ['deaf']);
    const started = bench.start(['batch', 's.json', 'tasks.jsonl', '-o', 'r.jsonl', '--quiet']);
    await bench.untilLines('turns', 1);
    started.child.kill('SIGINT');
    await started.said('Press Ctrl-C again to abort them');
    started.child.kill('SIGINT');
    await started.said('Press Ctrl-C again to exit at once');
    started.child.kill('SIGINT');
    expect((await started.result).code).toBe(130);
    expect(bench.has('r.jsonl.lock')).toBe(false);
    expect(bench.read('r.jsonl')).toBe('');
  });

  it('SIGINT ends the wait for tasks on an open stdin', async () => {
    const args = ['batch', 's.json', '-o', 'r.jsonl', '--quiet'];
    const started = bench.start(args, { stdin: 'open' });
    started.child.stdin?.write('"a"\n');
    await bench.untilLines('r.jsonl', 1);
    started.child.kill('SIGINT');
    const [code] = await once(started.child, 'exit');
    expect(code).toBe(130);
    started.child.stdin?.destroy();
  });

  it('SIGINT lets those that run end', async () => {
    bench.tasks('tasks.jsonl', ['a', 'b', 'c', 'd', 'e', 'f']);
    const started = bench.start(['batch', 's.json', 'tasks.jsonl', '-o', 'r.jsonl', '-j', '2', '--quiet'], {
      env: { FAKE_LATENCY_MS: '1000' },
    });
    await bench.untilLines('turns', 2);
    started.child.kill('SIGINT');
    expect((await started.result).code).toBe(130);
    const results = bench.results('r.jsonl');
    expect(results.length).toBe(bench.turns().length);
    expect(results.length).toBeLessThan(6);
    expect(results.every(({ kind }) => kind === 'ok')).toBe(true);
  });
});
