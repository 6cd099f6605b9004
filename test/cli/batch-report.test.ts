import { readdirSync, statSync, symlinkSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchBench } from '../support/batch-bench.js';

let bench: BatchBench;
beforeEach(() => {
  bench = new BatchBench();
});
afterEach(() => bench.dispose());

const ALL = ['--summary', 'r.md', '--report', 'r.html', '--junit', 'r.xml'];

const SCHEMA_TEXT =
  '{"type":"object","properties":{"name":{"type":"string"}},"required":["name"],"additionalProperties":false}';

/** What no test may leave behind. */
function leftovers(): string[] {
  return readdirSync(bench.folder).filter((name) => name.startsWith('.r.'));
}

describe('the reports of a batch', () => {
  it('a step summary that cannot be written is told, and fails nothing: nobody asked for it', async () => {
    bench.tasks('tasks.jsonl', ['one']);
    const env = { GITHUB_STEP_SUMMARY: bench.path('none', 'step') };
    const told = 'codex-structured: The step summary could not be written: there is no such file.\n';
    expect(await bench.batch(['tasks.jsonl', '-o', 'o.jsonl', '--quiet'], { env })).toEqual({
      code: 0,
      signal: null,
      stdout: '',
      stderr: told,
    });
    const merged = await bench.run(['batch', 'merge', 'o.jsonl', '-o', 'm.jsonl', '--quiet'], { env });
    expect(merged).toMatchObject({ code: 0, stderr: told });
  });

  it('are all made, and the step summary is appended', async () => {
    bench.tasks('tasks.jsonl', [{ id: 'first', prompt: 'Ada' }, { id: 'second', prompt: 'prose' }, 5]);
    bench.write('step', '# Before\n');
    const { code, stdout } = await bench.batch(['tasks.jsonl', ...ALL], {
      env: { GITHUB_STEP_SUMMARY: bench.path('step') },
    });
    expect(code).toBe(3);
    expect(stdout.split('\n')).toHaveLength(4);
    expect(bench.read('r.md')).toContain('❌ **2 of 3 tasks failed.**');
    expect(bench.read('r.md')).toContain('| second | `invalid_json` |');
    expect(bench.read('step')).toBe(`# Before\n\n${bench.read('r.md')}`);
    expect(bench.read('r.xml')).toContain(
      '<testsuites name="s.json" tests="3" failures="1" errors="1" time=',
    );
    const html = bench.read('r.html');
    expect(html.match(/class="task"/g)).toHaveLength(3);
    // The page has what codex did, though the results need not.
    expect(html).toContain('"what":"message"');
    for (const name of ['r.md', 'r.html', 'r.xml'])
      expect(statSync(bench.path(name)).mode & 0o777).toBe(0o600);
    expect(leftovers()).toEqual([]);
  });

  it.each([
    ['s.json', 's.json'],
    ['./sub/../s.json', 's.json'],
    ['ABSOLUTE', 's.json'],
    [SCHEMA_TEXT, 'inline schema'],
    ['-', 'schema from stdin'],
  ])('are named the same from run to run, for the schema %s', async (given, title) => {
    bench.tasks('tasks.jsonl', ['one']);
    const schema = given === 'ABSOLUTE' ? bench.path('s.json') : given;
    const stdin = given === '-' ? SCHEMA_TEXT : undefined;
    const args = ['batch', schema, 'tasks.jsonl', '-o', 'o.jsonl', '--overwrite', '--quiet', ...ALL];
    expect((await bench.run(args, stdin === undefined ? {} : { stdin })).code).toBe(0);
    expect(bench.read('r.xml')).toContain(`<testsuites name="${title}" `);
    expect(bench.read('r.html')).toContain(`<title>${title}`);
    expect(bench.read('r.md')).toContain(`## ${title}`);
  });

  it('have the results of an earlier run too', async () => {
    bench.tasks('tasks.jsonl', ['one', 'two']);
    await bench.batch(['tasks.jsonl', '-o', 'results.jsonl']);
    bench.tasks('tasks.jsonl', ['one', 'two', 'three']);
    const { stderr } = await bench.batch(['tasks.jsonl', '-o', 'results.jsonl', '--resume', ...ALL]);
    expect(bench.turns()).toEqual(expect.arrayContaining(['one', 'two', 'three']));
    expect(bench.turns()).toHaveLength(3);
    expect(bench.read('r.xml').match(/<testcase /g)).toHaveLength(3);
    expect(bench.read('r.html').match(/class="task"/g)).toHaveLength(3);
    expect(bench.read('r.md')).toContain('2 results are of an earlier run.');
    expect(stderr).toMatch(/^resumed {2}2 results of an earlier run$/m);
  });

  it('are made of what there is when a signal ends the batch', async () => {
    bench.tasks('tasks.jsonl', ['one', { id: 'stuck', prompt: 'hang' }]);
    const cli = bench.start(['batch', 's.json', 'tasks.jsonl', '-o', 'results.jsonl', ...ALL]);
    await bench.untilLines('results.jsonl', 1);
    cli.child.kill('SIGTERM');
    expect((await cli.result).code).toBe(143);
    expect(bench.read('r.md')).toContain('because it was interrupted');
    expect(bench.read('r.xml')).toMatch(/name="stuck" [^>]*>\s*<(error|skipped)/);
    expect(leftovers()).toEqual([]);
  });

  it('are not begun where one of them cannot be written, and nothing runs', async () => {
    bench.tasks('tasks.jsonl', ['one']);
    bench.write('precious', 'precious');
    symlinkSync('precious', bench.path('link'));
    const refused: [string[], string][] = [
      [['--report', '-'], '--report requires a file, not -; stdout is for the results.'],
      [['--report', 'none/r.html'], '--report none/r.html cannot be written: there is no directory none.'],
      [['--junit', 'link'], '--junit link cannot be written: it is a symbolic link'],
      [
        ['--summary', 'r', '--junit', './r'],
        '--junit and --summary name the same file. Use different files.',
      ],
      [
        ['--summary', 'r.md', '--report', '/dev/full'],
        '--report /dev/full cannot be written: it is not a regular file',
      ],
    ];
    for (const [flags, message] of refused) {
      const { code, stderr } = await bench.batch(['tasks.jsonl', ...flags]);
      expect(code).toBe(2);
      expect(stderr).toContain(message);
    }
    expect(bench.turns()).toEqual([]);
    expect(leftovers()).toEqual([]);
  });
});

describe('where nobody watches', () => {
  it('progress is a line now and then, and the end a table', async () => {
    bench.tasks(
      'tasks.jsonl',
      Array.from({ length: 12 }, (_, at) => (at === 5 ? 'prose' : `task ${at}`)),
    );
    const { stderr } = await bench.batch(['tasks.jsonl', '-j', '2', '-o', 'results.jsonl'], {
      env: { FAKE_LATENCY_MS: '500' },
    });
    expect(stderr).not.toContain('\x1b');
    const lines = stderr.split('\n').filter((line) => line.startsWith('batch: '));
    expect(lines.length).toBeGreaterThan(0);
    // At most one for each 10%, also where everything takes its time.
    expect(lines.length).toBeLessThanOrEqual(10);
    expect(lines[0]).toMatch(/^batch: \d+\/12 \d+%, .*\d ok/);
    expect(stderr).toMatch(
      /^outcome +tasks +p50 +p95\nok +11 .*\ninvalid_json +1 .*\nall +12\n\ntokens +120 in, 60 out\n/m,
    );
    expect(stderr).toContain(
      "See what failed: jq -c 'select(.ok | not) | {id, kind, message}' results.jsonl\n",
    );
  });

  it('--quiet says nothing at all', async () => {
    bench.tasks('tasks.jsonl', ['one', 'prose']);
    const { stderr, code } = await bench.batch(['tasks.jsonl', '--quiet', ...ALL]);
    expect({ stderr, code }).toEqual({ stderr: '', code: 3 });
  });
});
