import { execFile, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { statSync, utimesSync, watch } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchBench } from '../support/batch-bench.js';
import { CLI } from '../support/cli.js';

let bench: BatchBench;
beforeEach(() => {
  bench = new BatchBench();
});
afterEach(() => bench.dispose());

const LATER = new Date('2030-01-01T00:00:00Z');

/** Resolves once something in the folder has changed so that this is true. */
function changed(isTrue: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(bench.folder, () => look());
    const look = () => {
      if (!isTrue()) return;
      watcher.close();
      resolve();
    };
    look();
  });
}

describe('the modification time of the results', () => {
  const modified = (name: string) => statSync(bench.path(name)).mtimeMs;

  it('is older than the inputs while a task has no value, and new once all have one', async () => {
    bench.tasks('tasks.jsonl', ['a', 'prose']);
    bench.write('t.txt', 'prompt: {{.}}');
    utimesSync(bench.path('t.txt'), 1e9, 1e9);
    const args = ['tasks.jsonl', '-o', 'r.jsonl', '--template', '@t.txt', '--quiet'];
    expect((await bench.batch(args)).code).toBe(3);
    expect(modified('r.jsonl')).toBe((1e9 - 1) * 1000);
    expect((await bench.batch([...args, '--resume'])).code).toBe(3);
    expect(modified('r.jsonl')).toBe((1e9 - 1) * 1000);
    bench.tasks('tasks.jsonl', ['a', 'b']);
    expect((await bench.batch([...args, '--resume', '--rerun-failed'])).code).toBe(0);
    expect(modified('r.jsonl')).toBeGreaterThanOrEqual(modified('tasks.jsonl') - 1);
  });

  it('is older than the files that match', async () => {
    bench.write('a.txt', 'x');
    utimesSync(bench.path('a.txt'), 1e9, 1e9);
    const args = ['--glob', 'a.*', '--template', 'prose', '-o', 'r.jsonl', '--quiet'];
    expect((await bench.batch(args)).code).toBe(3);
    expect(modified('r.jsonl')).toBe((1e9 - 1) * 1000);
  });

  it('is new after a batch that had nothing to do', async () => {
    bench.tasks('tasks.jsonl', ['a']);
    expect((await bench.batch(['tasks.jsonl', '-o', 'r.jsonl', '--quiet'])).code).toBe(0);
    utimesSync(bench.path('r.jsonl'), 1e9, 1e9);
    expect((await bench.batch(['tasks.jsonl', '-o', 'r.jsonl', '--resume', '--quiet'])).code).toBe(0);
    expect(modified('r.jsonl')).toBeGreaterThanOrEqual(modified('tasks.jsonl') - 1);
  });

  it('is that of the last write if the inputs come from pipes', async () => {
    const schema = bench.read('s.json');
    const args = ['batch', schema, '-o', 'r.jsonl', '--quiet'];
    const before = Date.now() - 1000;
    expect((await bench.main(args, { stdin: '"prose"\n' })).code).toBe(3);
    expect(modified('r.jsonl')).toBeGreaterThan(before);
  });

  it('is older than the inputs after SIGKILL', async () => {
    bench.tasks('tasks.jsonl', ['a', 'hang']);
    const run = bench.start(['batch', 's.json', 'tasks.jsonl', '-o', 'r.jsonl', '--quiet']);
    await bench.untilLines('r.jsonl', 1);
    await changed(() => modified('r.jsonl') < modified('tasks.jsonl'));
    run.child.kill('SIGKILL');
    await run.result;
    expect(modified('r.jsonl')).toBeLessThan(modified('tasks.jsonl'));
  });
});

const hasMake = spawnSync('make', ['--version']).status === 0;
if (!hasMake) console.warn('batch-make.test.ts: make is not tried, it is not installed.');

describe.runIf(hasMake)('make', () => {
  it('runs a failed batch again, and a complete one only when an input has changed', async () => {
    bench.write(
      'Makefile',
      `r.jsonl: s.json tasks.jsonl\n\t${process.execPath} ${CLI} batch s.json tasks.jsonl -o $@ --resume --rerun-failed --quiet\n`,
    );
    const make = async (...args: string[]) => {
      const child = execFile('make', args, { cwd: bench.folder, env: bench.environment() });
      const [code] = (await once(child, 'exit')) as [number];
      return code;
    };
    bench.tasks('tasks.jsonl', ['a', 'prose']);
    expect(await make()).toBe(2);
    expect(await make('-q')).toBe(1);
    bench.tasks('tasks.jsonl', ['a', 'b']);
    expect(await make()).toBe(0);
    expect(await make('-q')).toBe(0);
    // Nothing is left to run, so only the time of the results changes.
    utimesSync(bench.path('r.jsonl'), 1e9, 1e9);
    expect(await make('-q')).toBe(1);
    expect(await make()).toBe(0);
    expect(await make('-q')).toBe(0);
    expect(bench.turns()).toHaveLength(3);
    utimesSync(bench.path('s.json'), LATER, LATER);
    expect(await make('-q')).toBe(1);
  });
});
