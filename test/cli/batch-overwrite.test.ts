import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchBench } from '../support/batch-bench.js';

const OLD = '{"id":"old","index":0,"inputHash":"x","ok":true,"kind":"ok","value":{"name":"Eve"}}\n';
const KEPT = 'r.jsonl keeps its earlier results, since this batch has no result to replace them.';
let bench: BatchBench;
beforeEach(() => {
  bench = new BatchBench();
  bench.write('r.jsonl', OLD, 0o640);
  bench.tasks('t.jsonl', ['a', 'b']);
});
afterEach(() => bench.dispose());

function overwrite(args: readonly string[], quiet = true) {
  return bench.batch([...args, '-o', 'r.jsonl', '--overwrite', ...(quiet ? ['--quiet'] : [])]);
}

/** The old results are there, and nothing else is beside them. */
function expectOld(): void {
  expect(bench.read('r.jsonl')).toBe(OLD);
  expect(besides()).toEqual(['r.jsonl']);
}

function besides(): string[] {
  return readdirSync(bench.folder).filter((name) => name.includes('r.jsonl'));
}

describe('with --overwrite, the results of an earlier batch stand', () => {
  it.each<readonly [what: string, args: readonly string[], code: number]>([
    ['the input has no tasks', ['empty.jsonl'], 0],
    ['no file matches', ['--glob', '*.none', '--template', 'x'], 2],
    ['a column of the template is not in the CSV', ['t.csv', '--template', '{{titel}}'], 2],
    ['every line is invalid', ['bad.jsonl'], 3],
    ['codex is not there', ['t.jsonl', '--codex-path', '/nope'], 127],
    ['codex is no program', ['t.jsonl', '--codex-path', 's.json'], 126],
    ['codex exits at once', ['t.jsonl', '--codex-path', 'failing'], 126],
    [
      'codex exits at once, one for each task',
      ['t.jsonl', '--codex-path', 'failing', '--transport', 'exec'],
      3,
    ],
    ['codex says nothing', ['t.jsonl', '--codex-path', 'silent', '--transport', 'exec'], 3],
    ['the app server takes no profile', ['t.jsonl', '-p', 'nope'], 13],
    ['the report has no directory', ['t.jsonl', '--report', 'none/r.html'], 2],
    ['the account is signed out', ['auth.jsonl', '-j', '1'], 20],
    ['the account is used up', ['limit.jsonl', '-j', '1'], 20],
  ])('if %s', async (_, args, expected) => {
    bench.write('empty.jsonl', '');
    bench.write('t.csv', 'id,title\n1,x\n');
    bench.write('bad.jsonl', '{"prompt":1}\n[]\n');
    bench.write(
      'failing',
      '#!/bin/sh\n[ "$1" = --version ] && echo codex-cli 0.171.0 && exit\nexit 7\n',
      0o755,
    );
    bench.write('silent', '#!/bin/sh\n[ "$1" = --version ] && echo codex-cli 0.171.0\nexit 0\n', 0o755);
    bench.tasks('auth.jsonl', ['auth', 'b']);
    bench.tasks('limit.jsonl', ['limit', 'b']);
    const { code, stderr } = await overwrite(args);
    expect({ code, stderr }).toMatchObject({ code: expected });
    expectOld();
  });

  it('and that is said, also in what is told to do next', async () => {
    const { stderr } = await overwrite(['t.jsonl', '--codex-path', '/nope'], false);
    expect(stderr).toContain(KEPT);
    expect(stderr).not.toContain('--rerun-failed');
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)(
    'if %s ends it before the first result',
    async (signal) => {
      bench.tasks('t.jsonl', ['hang']);
      const started = bench.start(['batch', 's.json', 't.jsonl', '-o', 'r.jsonl', '--overwrite', '--quiet']);
      await bench.untilLines('turns', 1);
      started.child.kill(signal);
      if (signal === 'SIGINT') {
        await started.said('no new tasks');
        started.child.kill(signal);
      }
      const { stderr } = await started.result;
      expect(stderr).toContain(KEPT);
      expectOld();
    },
  );

  it('if it is killed before the first result; the next one removes what is left of it', async () => {
    bench.tasks('t.jsonl', ['hang']);
    const started = bench.start(['batch', 's.json', 't.jsonl', '-o', 'r.jsonl', '--overwrite', '--quiet']);
    await bench.untilLines('turns', 1);
    started.child.kill('SIGKILL');
    await started.result;
    expect(bench.read('r.jsonl')).toBe(OLD);
    bench.tasks('t.jsonl', ['a']);
    expect((await overwrite(['t.jsonl'])).code).toBe(0);
    expect(bench.results('r.jsonl').map(({ value }) => value?.name)).toEqual(['a']);
    expect(besides()).toEqual(['r.jsonl']);
  });
});

it('with --overwrite, the first result that codex worked for takes the place of the old ones', async () => {
  bench.tasks('t.jsonl', ['a', 'b', 'hang']);
  const args = ['batch', 's.json', 't.jsonl', '-j', '1', '-o', 'r.jsonl', '--overwrite', '--quiet'];
  const started = bench.start(args);
  await bench.untilLines('r.jsonl', 2);
  started.child.kill('SIGKILL');
  await started.result;
  expect(bench.results('r.jsonl').map(({ id, kind }) => [id, kind])).toEqual([
    ['0', 'ok'],
    ['1', 'ok'],
  ]);
});

it('with --overwrite, failures before the first good result are kept beside it, in order', async () => {
  bench.tasks('t.jsonl', [{ prompt: 5 }, 'a', 'prose']);
  const { code } = await overwrite(['t.jsonl', '--ordered']);
  expect(code).toBe(3);
  expect(bench.results('r.jsonl').map(({ kind }) => kind)).toEqual(['invalid_task', 'ok', 'invalid_json']);
  expect(besides()).toEqual(['r.jsonl']);
});
