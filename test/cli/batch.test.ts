import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { text as textOf } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { BatchBench, linesOf, resultsIn } from '../support/batch-bench.js';
import { CLI } from '../support/cli.js';
import { PNG } from '../support/images.js';

let bench: BatchBench;
beforeEach(() => {
  bench = new BatchBench();
});
afterEach(() => bench.dispose());

/** Values that a run printed. */
function names(stdout: string): string[] {
  return linesOf(stdout).map((line) => (JSON.parse(line) as { name: string }).name);
}

describe('batch prints', () => {
  it('one result a line: the key of the task, then its envelope', async () => {
    bench.tasks('tasks.jsonl', ['a', { id: 'mine', prompt: 'prose' }, { promt: 'x' }]);
    const { code, stdout } = await bench.batch(['tasks.jsonl', '--ordered', '--quiet']);
    expect(code).toBe(3);
    const results = resultsIn(stdout);
    expect(results.map(({ id, index, kind }) => ({ id, index, kind }))).toEqual([
      { id: '0', index: 0, kind: 'ok' },
      { id: 'mine', index: 1, kind: 'invalid_json' },
      { id: '2', index: 2, kind: 'invalid_task' },
    ]);
    expect(Object.keys(results[0] ?? {}).slice(0, 3)).toEqual(['id', 'index', 'inputHash']);
    expect(results[0]).toMatchObject({ ok: true, value: { name: 'a' }, detail: { text: '{"name":"a"}' } });
    expect(results[0]?.detail).not.toHaveProperty('events');
    expect(results[2]?.message).toContain('Line 3 of tasks.jsonl: its field "promt" is unknown');
  });

  it('the stderr of each task alone', async () => {
    bench.tasks('tasks.jsonl', ['warn of one', 'b', 'warn of three']);
    const { stdout } = await bench.batch(['tasks.jsonl', '-j', '1', '--quiet']);
    expect(resultsIn(stdout).map(({ detail }) => detail?.stderr)).toEqual([
      'warning: warn of one\n',
      '',
      'warning: warn of three\n',
    ]);
  });

  it('the events too, where they are asked for', async () => {
    const { stdout } = await bench.batch(['--envelope=full', '--quiet'], { stdin: '"a"\n' });
    expect(resultsIn(stdout)[0]?.detail?.events?.length).toBeGreaterThan(2);
  });

  it('values alone, in order or as they come; failures are told on stderr', async () => {
    bench.tasks('tasks.jsonl', ['a', 'prose', 'c']);
    const { code, stdout, stderr } = await bench.batch(['tasks.jsonl', '--values', '--ordered', '--quiet']);
    expect(code).toBe(3);
    expect(names(stdout)).toEqual(['a', 'c']);
    expect(stderr).toContain('1: invalid_json: ');
  });

  it('values, and keeps the results in the journal', async () => {
    bench.tasks('tasks.jsonl', ['a', 'b']);
    const args = ['tasks.jsonl', '--values', '-o', 'r.jsonl', '--quiet'];
    const { code, stdout } = await bench.batch(args);
    expect(code).toBe(0);
    expect(names(stdout).sort()).toEqual(['a', 'b']);
    expect(bench.results('r.jsonl').every(({ ok }) => ok)).toBe(true);
  });

  it('a table on stderr at the end, but with --quiet', async () => {
    const loud = await bench.batch([], { stdin: '"a"\n' });
    expect(loud.stderr).toMatch(/^outcome +tasks +p50 +p95\nok +1 /m);
    const quiet = await bench.batch(['--quiet'], { stdin: '"a"\n' });
    expect(quiet.stderr).toBe('');
  });

  it('events of the tasks with --verbose', async () => {
    const { stderr } = await bench.batch(['--verbose'], { stdin: '"a"\n' });
    expect(stderr).toContain('0: item.completed agent_message: {"name":"a"}');
  });

  it('nothing where there is no task', async () => {
    expect(await bench.batch(['--quiet'], { stdin: '' })).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });
});

describe('tasks', () => {
  it('come from CSV, by its name or --format', async () => {
    bench.write('tasks.csv', 'id,title\nx,one\ny,"two\nlines"\n');
    const template = ['--template', 'Do {{title}}', '--values', '--ordered', '--quiet'];
    const byName = await bench.batch(['tasks.csv', ...template]);
    expect(names(byName.stdout)).toEqual(['Do one', 'Do two\nlines']);
    const piped = await bench.batch(['--format', 'csv', ...template], { stdin: bench.read('tasks.csv') });
    expect(piped.stdout).toBe(byName.stdout);
  });

  it('are files, with their text after the prompt', async () => {
    mkdirSync(bench.path('src'));
    bench.write('src/b.ts', 'const b = 2;\n');
    bench.write('src/a.ts', 'const a = 1;\n');
    bench.write('src/c.bin', new Uint8Array([0, 1]));
    const args = [
      '--glob',
      'src/*',
      '--template',
      'Review {{path}}',
      '-o',
      'r.jsonl',
      '--ordered',
      '--quiet',
    ];
    expect((await bench.batch(args)).code).toBe(3);
    const results = bench.results('r.jsonl');
    expect(results.map(({ id, kind }) => [id, kind])).toEqual([
      ['src/a.ts', 'ok'],
      ['src/b.ts', 'ok'],
      ['src/c.bin', 'invalid_task'],
    ]);
    expect(results[0]?.value?.name).toMatch(/^Review src\/a\.ts\n\nThe file "src\/a\.ts" follows/);
    expect(results[0]?.value?.name).toContain('>\nconst a = 1;\n</untrusted_file');
  });

  it('may have a template from a file', async () => {
    bench.write('t.txt', 'From\n{{.}}');
    const { stdout } = await bench.batch(['--template', '@t.txt', '--values', '--quiet'], { stdin: '"a"\n' });
    expect(names(stdout)).toEqual(['From\na']);
  });

  it('have the context of the command line beside their own, and its images', async () => {
    bench.tasks('tasks.jsonl', [{ prompt: 'a', context: { own: 'text' } }, 'b']);
    bench.write('i.png', PNG);
    const args = ['tasks.jsonl', '--context', 'rule=short', '-i', 'i.png', '--quiet', '-o', 'r.jsonl'];
    expect((await bench.batch([...args, '--ordered'])).code).toBe(0);
    // They are a part of the input: without them it is another task.
    expect((await bench.batch(['tasks.jsonl', '--quiet', '-o', 'r.jsonl', '--resume'])).code).toBe(0);
    expect(bench.turns()).toHaveLength(4);
    const sent = bench.read('starts').split('\n').slice(0, 2).sort().join('\n');
    expect(sent).toContain('"rule":{"value":"short","kind":"application"}');
    expect(sent).toContain('"own":{"value":"text","kind":"untrusted"}');
    expect(sent).toContain('i.png');
  });

  it('may have a schema of their own: inline or a file, but no module', async () => {
    bench.write(
      'other.json',
      JSON.stringify({
        type: 'object',
        properties: { x: { type: 'string' } },
        required: ['x'],
        additionalProperties: false,
      }),
    );
    bench.tasks('tasks.jsonl', [
      { prompt: 'a', schema: 'other.json' },
      { prompt: 'b', schema: JSON.parse(bench.read('s.json')) },
      { prompt: 'c', schema: 'none.json' },
      { prompt: 'd', schema: 'evil.mjs' },
    ]);
    bench.write('evil.mjs', `import fs from 'node:fs'; fs.writeFileSync('ran', ''); export default {};`);
    const { stdout } = await bench.batch(['tasks.jsonl', '--ordered', '--quiet']);
    expect(resultsIn(stdout).map(({ kind }) => kind)).toEqual([
      'schema_mismatch',
      'ok',
      'schema_encode',
      'schema_encode',
    ]);
    expect(bench.has('ran')).toBe(false);
  });

  it('with the same id are told apart', async () => {
    bench.tasks('tasks.jsonl', [
      { id: 'x', prompt: 'a' },
      { id: 'x', prompt: 'b' },
    ]);
    await bench.batch(['tasks.jsonl', '-o', 'r.jsonl', '--ordered', '--quiet']);
    expect(bench.results('r.jsonl').map(({ id, kind }) => [id, kind])).toEqual([
      ['x', 'ok'],
      ['x#1', 'invalid_task'],
    ]);
  });

  it('that cannot be read any further end the batch, and what is done is kept', async () => {
    bench.write('tasks.csv', 'prompt\na\nb\n"c\n');
    const { code, stderr } = await bench.batch(['tasks.csv', '-o', 'r.jsonl', '--quiet']);
    expect(code).toBe(2);
    expect(stderr).toContain('Row 4 of tasks.csv has a quote that is never closed');
    expect(
      bench
        .results('r.jsonl')
        .map(({ id }) => id)
        .sort(),
    ).toEqual(['0', '1']);
  });
});

describe('usage', () => {
  it.each([
    [['--glob', '*.ts'], "--glob needs the prompt: --template 'Review {{path}}.', say."],
    [
      ['t.jsonl', '--glob', '*.ts', '--template', 'x'],
      'There are two inputs, t.jsonl and --glob; give one of them.',
    ],
    [['--glob', '*.none', '--template', 'x'], "No file matches '*.none'"],
    [['none.jsonl'], 'The tasks of none.jsonl cannot be read: there is no such file.'],
    [['t.jsonl', '--template', '{{#if}}'], 'templates have no logic'],
    [['t.jsonl', '--shard', '0/4'], "--shard is '0/4', but must be I/N with I from 1 to N, such as 2/4."],
    [['t.jsonl', '--shard', '5/4'], "--shard is '5/4'"],
    [
      ['t.jsonl', '--max-failures', '0'],
      "--max-failures is '0', but must be an integer from 1, or a percentage such as 5%.",
    ],
    [['t.jsonl', '--max-failures', '101%'], "--max-failures is '101%'"],
    [['t.jsonl', '--concurrency', '0'], "--concurrency is '0'"],
    [['t.jsonl', '--budget-tokens', 'many'], "--budget-tokens is 'many'"],
    [['t.jsonl', '--resume'], '--resume requires --output FILE, the results file.'],
    [
      ['t.jsonl', '-o', 'r', '--resume', '--overwrite'],
      '--resume continues from the results that --overwrite would remove',
    ],
    [['t.jsonl', '-o', 'r', '--rerun-failed'], '--rerun-failed requires --resume.'],
    [['t.jsonl', '--ephemeral'], '--ephemeral'],
    [
      ['t.jsonl', '--two-step', '--transport', 'exec', '--context', 'a=b'],
      '--context needs --transport app-server',
    ],
    [['t.jsonl', '-o', 'link'], '--output link cannot be written: it is a symbolic link'],
    [['t.jsonl', '--summary', 'no/such/dir.md'], '--summary no/such/dir.md cannot be written'],
  ])('%j is refused', async (args, message) => {
    bench.tasks('t.jsonl', ['a']);
    symlinkSync('elsewhere', bench.path('link'));
    const { code, stdout, stderr } = await bench.batch(args);
    expect(stderr).toContain(message);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(bench.turns()).toEqual([]);
  });

  it('both from stdin is refused', async () => {
    const { code, stderr } = await bench.run(['batch', '-'], { stdin: '{}' });
    expect(code).toBe(2);
    expect(stderr).toContain('The schema and the tasks cannot both come from stdin; give one as a file.');
  });
});

describe('what befalls all tasks', () => {
  it('is the one outcome where the schema is refused; nothing is read or written', async () => {
    bench.tasks('t.jsonl', ['a']);
    bench.write('bad.json', '{"type":"object","properties":{"a":{"type":"string"}}}');
    bench.write('r.jsonl', 'untouched\n');
    const { code, stdout, stderr } = await bench.run([
      'batch',
      'bad.json',
      't.jsonl',
      '-o',
      'r.jsonl',
      '--overwrite',
    ]);
    expect({ code, stdout }).toEqual({ code: 11, stdout: '' });
    expect(stderr).toContain('schema_unsupported');
    expect(bench.read('r.jsonl')).toBe('untouched\n');
    expect((await bench.run(['batch', 'none.json', 't.jsonl'])).code).toBe(10);
  });

  it('ends the batch where there is no codex', async () => {
    bench.tasks('t.jsonl', ['a', 'b', 'c']);
    const { code, stderr } = await bench.batch([
      't.jsonl',
      '-j',
      '1',
      '--codex-path',
      'no-such-codex',
      '--quiet',
    ]);
    expect(code).toBe(127);
    expect(stderr).toContain('No more tasks will start');
  });

  it.each([['limit'], ['auth']])('ends it at the first %s, and a resumed batch goes on', async (what) => {
    bench.tasks('t.jsonl', ['a', what, 'c', 'd']);
    const args = ['t.jsonl', '-o', 'r.jsonl', '-j', '1', '--quiet'];
    // As `run` exits, so that a script can tell it from bad answers.
    expect((await bench.batch(args)).code).toBe(20);
    expect(bench.results('r.jsonl').map(({ kind }) => kind)).toEqual(['ok', 'turn_failed']);
    expect((await bench.batch([...args, '--resume'])).code).toBe(20);
    expect(bench.turns()).toEqual(['a', what, what]);
  });

  it.each([
    ['bad_config', 'Error loading config.toml: unknown variant'],
    ['not_trusted_directory', 'Not inside a trusted directory and --skip-git-repo-check was not specified.'],
    ['bad_argument', "error: unexpected argument '--x' found"],
    ['schema_file_rejected', 'Failed to read output schema file /tmp/s.json'],
    ['output_file', 'Failed to write last message file: denied'],
  ])(
    'ends it at the first %s, with the exit code of run, and a resumed batch goes on',
    async (cause, line) => {
      bench.tasks('t.jsonl', ['a', 'b', 'c']);
      const version = '[ "$1" = --version ] && echo codex-cli 0.171.0 && exit 0';
      bench.write('bin/failing', `#!/bin/sh\n${version}\necho "${line}" >&2\nexit 1\n`, 0o755);
      const args = ['t.jsonl', '-o', 'r.jsonl', '-j', '1', '--quiet', '--transport', 'exec'];
      const { code, stderr } = await bench.batch([...args, '--codex-path', bench.path('bin/failing')]);
      expect(bench.results('r.jsonl')).toMatchObject([{ kind: 'process_failed', cause }]);
      expect({ code, stderr }).toEqual({
        code: 21,
        stderr: expect.stringContaining('No more tasks will start'),
      });
      expect((await bench.batch([...args.slice(0, -2), '--resume'])).code).toBe(0);
      expect(bench.turns()).toEqual(['a', 'b', 'c']);
    },
  );

  it('is not a failure that the own directory of a task may have', async () => {
    bench.tasks('t.jsonl', [
      { prompt: 'a', cwd: '.' },
      { prompt: 'b', cwd: '.' },
    ]);
    const version = '[ "$1" = --version ] && echo codex-cli 0.171.0 && exit 0';
    const line = 'Not inside a trusted directory';
    bench.write('bin/failing', `#!/bin/sh\n${version}\necho "${line}" >&2\nexit 1\n`, 0o755);
    const args = ['t.jsonl', '-o', 'r.jsonl', '-j', '1', '--quiet', '--transport', 'exec'];
    expect((await bench.batch([...args, '--codex-path', bench.path('bin/failing')])).code).toBe(3);
    expect(bench.results('r.jsonl')).toHaveLength(2);
  });

  it('says how many empty rows of a CSV it skipped, and counts them where it names a row', async () => {
    bench.write('t.csv', 'id,prompt\na,a\n,\n , \nb,b,too many\n');
    const { stderr } = await bench.batch(['t.csv', '-o', 'r.jsonl']);
    expect(bench.turns()).toEqual(['a']);
    expect(stderr).toContain('t.csv: 2 empty rows were skipped.');
    expect(bench.read('r.jsonl')).toContain('Row 5 of t.csv');
  });

  it('is too many failures, or too many tokens', async () => {
    bench.tasks('t.jsonl', ['prose 1', 'prose 2', 'c', 'd']);
    const failures = await bench.batch(['t.jsonl', '-j', '1', '--max-failures', '2', '--quiet']);
    expect(failures.code).toBe(3);
    expect(resultsIn(failures.stdout)).toHaveLength(2);
    expect(failures.stderr).toContain('No more tasks will start: 2 have failed.');
    bench.tasks('t.jsonl', ['a', 'b', 'c', 'd']);
    const budget = await bench.batch(['t.jsonl', '-j', '1', '--budget-tokens', '20', '--quiet']);
    expect(budget.code).toBe(3);
    expect(resultsIn(budget.stdout)).toHaveLength(2);
    expect(budget.stderr).toContain('No more tasks will start: 30 tokens were used, the budget is 20.');
  });
});

describe('a resumed batch', () => {
  it('runs only what has no final result, and what has another input now', async () => {
    const args = ['t.jsonl', '-o', 'r.jsonl', '--ordered', '--quiet'];
    bench.tasks('t.jsonl', ['a', 'prose', { id: 'x', prompt: 'c' }]);
    await bench.batch(args);
    expect(bench.turns()).toHaveLength(3);
    const refused = await bench.batch(args);
    expect(refused.code).toBe(2);
    expect(refused.stderr).toContain('go on from them with --resume, or replace them with --overwrite');
    expect((await bench.batch([...args, '--resume'])).code).toBe(3);
    expect(bench.turns()).toHaveLength(3);
    bench.tasks('t.jsonl', ['a', 'prose', { id: 'x', prompt: 'another' }, 'new']);
    expect((await bench.batch([...args, '--resume'])).code).toBe(3);
    expect(bench.turns().slice(3).sort()).toEqual(['another', 'new']);
    expect(bench.results('r.jsonl').map(({ id, index }) => [id, index])).toEqual([
      ['0', 0],
      ['1', 1],
      ['x', 2],
      ['3', 3],
    ]);
    await bench.batch([...args, '--resume', '--rerun-failed']);
    expect(bench.turns().slice(5)).toEqual(['prose']);
    // Another model is another question.
    await bench.batch([...args, '--resume', '-m', 'other']);
    expect(bench.turns()).toHaveLength(10);
    await bench.batch([...args, '--overwrite']);
    expect(bench.turns()).toHaveLength(14);
  });

  it('begins one where there is none, for its owner alone', async () => {
    const { code } = await bench.batch(['-o', 'r.jsonl', '--resume', '--quiet'], { stdin: '"a"\n' });
    expect(code).toBe(0);
    expect(statSync(bench.path('r.jsonl')).mode & 0o777).toBe(0o600);
    expect(readdirSync(bench.folder).filter((name) => name.includes('r.jsonl'))).toEqual(['r.jsonl']);
  });

  it('tells of all results in its reports', async () => {
    bench.tasks('t.jsonl', ['a', 'b']);
    await bench.batch(['t.jsonl', '-o', 'r.jsonl', '--quiet']);
    bench.tasks('t.jsonl', ['a', 'b', 'c']);
    const reports = ['--junit', 'r.xml', '--summary', 'r.md', '--report', 'r.html'];
    const { code } = await bench.batch(['t.jsonl', '-o', 'r.jsonl', '--resume', ...reports, '--quiet']);
    expect(code).toBe(0);
    expect(bench.read('r.xml')).toMatch(/tests="3"/);
    expect(bench.read('r.xml').match(/<testcase /g)).toHaveLength(3);
    expect(bench.read('r.md')).toContain('| `ok` | 3 |');
    expect(bench.has('r.html')).toBe(true);
  });
});

describe('stdout', () => {
  it('left early does not cost the journal what has been paid for, and is not taken for all', async () => {
    bench.tasks(
      't.jsonl',
      Array.from({ length: 200 }, (_, index) => `task ${index}`),
    );
    const batch = `'${process.execPath}' '${CLI}' batch s.json t.jsonl -o r.jsonl --values --quiet`;
    const shell = spawn('bash', ['-c', `${batch} | head -1; echo "\${PIPESTATUS[0]}"`], {
      cwd: bench.folder,
      env: bench.environment({ FAKE_LATENCY_MS: '5' }) as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    expect(linesOf(await textOf(shell.stdout))[1]).toBe('3');
    const results = bench.results('r.jsonl');
    expect(results.length).toBe(bench.turns().length);
    expect(results.length).toBeLessThan(200);
    expect(results.every(({ ok }) => ok)).toBe(true);
  });

  it('may be left early: that is no error, and ends the batch', async () => {
    bench.tasks(
      't.jsonl',
      Array.from({ length: 500 }, (_, index) => `task ${index}`),
    );
    const shell = spawn(
      'bash',
      [
        '-c',
        `'${process.execPath}' '${CLI}' batch s.json t.jsonl --quiet | head -2; echo "\${PIPESTATUS[0]}"`,
      ],
      {
        cwd: bench.folder,
        env: bench.environment({ FAKE_LATENCY_MS: '5' }) as NodeJS.ProcessEnv,
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    const [stdout, stderr] = await Promise.all([textOf(shell.stdout), textOf(shell.stderr)]);
    const lines = linesOf(stdout);
    expect(resultsIn(`${lines.slice(0, 2).join('\n')}\n`).every(({ ok }) => ok)).toBe(true);
    expect(lines[2]).toBe('0');
    expect(stderr).toBe('');
    expect(bench.turns().length).toBeLessThan(500);
  });

  it.runIf(existsSync('/dev/full'))('may be full: the results are lost, and that is said', async () => {
    const { status, stderr } = spawnSync(
      'bash',
      ['-c', `'${process.execPath}' '${CLI}' batch s.json --quiet <<< '"a"' > /dev/full`],
      {
        cwd: bench.folder,
        env: bench.environment() as NodeJS.ProcessEnv,
        encoding: 'utf8',
      },
    );
    expect(status).toBe(74);
    expect(stderr).toContain('The results cannot be written to stdout: no space is left on the device.');
  });
});

describe('a full disk', () => {
  it('ends the batch; the journal has what fitted, whole', async ({ skip }) => {
    mkdirSync(bench.path('small'));
    const mounted =
      spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=32k', 'tmpfs', bench.path('small')]).status === 0;
    if (!mounted) skip('only root can make a small file system');
    try {
      bench.tasks(
        't.jsonl',
        Array.from({ length: 200 }, (_, index) => `task ${index}`),
      );
      const { code, stderr } = await bench.batch(['t.jsonl', '-o', 'small/r.jsonl', '--quiet']);
      expect(code).toBe(74);
      expect(stderr).toContain(
        'small/r.jsonl cannot be written; all results before this are in it: no space is left on the device.',
      );
      const kept = bench.results('small/r.jsonl');
      expect(kept.length).toBeGreaterThan(5);
      expect(kept.length).toBeLessThan(200);
      expect(readdirSync(bench.path('small'))).toEqual(['r.jsonl']);
    } finally {
      // Before the bench removes its folder.
      spawnSync('umount', [bench.path('small')]);
    }
  });
});

it('the exec transport does as well', async () => {
  bench.codex({
    stream: [
      { type: 'thread.started', thread_id: 't' },
      { type: 'turn.started' },
      { type: 'item.completed', item: { id: 'm', type: 'agent_message', text: '{"name":"Ada"}' } },
      { type: 'turn.completed' },
    ],
  });
  const { code, stdout } = await bench.batch(['--transport', 'exec', '--values', '--quiet'], {
    stdin: '"a"\n"b"\n',
  });
  expect({ code, stdout }).toEqual({ code: 0, stdout: '{"name":"Ada"}\n{"name":"Ada"}\n' });
});
