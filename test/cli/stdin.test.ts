import { execFile } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLI, CliBench } from '../support/cli.js';

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(() => bench.dispose());

describe('the prompt', () => {
  it.each([
    ['piped in', ['run', 's.json'], 'From stdin\n', 'From stdin\n'],
    ['piped in, named -', ['run', 's.json', '-'], 'From stdin', 'From stdin'],
    ['piped in beside an argument', ['run', 's.json', 'Look'], 'data\n', 'Look\n\n<stdin>\ndata\n</stdin>'],
    ['piped in without a line end', ['run', 's.json', 'Look'], 'a\nb', 'Look\n\n<stdin>\na\nb\n</stdin>'],
    ['an argument, and blank stdin', ['run', 's.json', 'Look'], ' \n', 'Look'],
    ['an argument, and no stdin', ['run', 's.json', 'Look'], undefined, 'Look'],
    ['with a byte order mark', ['run', 's.json', '-'], '\ufeffHi', 'Hi'],
    ['in UTF-16', ['run', 's.json', '-'], Buffer.from('\ufeffÄ ж', 'utf16le'), 'Ä ж'],
    ['starting with a dash', ['run', 's.json', '-'], '--help me', '--help me'],
    ['as stdin of resume', ['resume', 's.json', '--last'], 'Go on', 'Go on'],
  ])('is %s', async (_what, args, stdin, expected) => {
    const { code } = await bench.run(args, stdin === undefined ? {} : { stdin });
    expect(code).toBe(0);
    expect(bench.read('stdin')).toBe(expected);
  });

  it('comes from --prompt-file, where stdin is appended as well', async () => {
    bench.write('p.txt', '\ufeff-5 is the answer');
    expect((await bench.run(['run', 's.json', '--prompt-file', 'p.txt'])).code).toBe(0);
    expect(bench.read('stdin')).toBe('-5 is the answer');
    await bench.run(['run', 's.json', '--prompt-file', 'p.txt'], { stdin: 'more' });
    expect(bench.read('stdin')).toBe('-5 is the answer\n\n<stdin>\nmore\n</stdin>');
  });

  it('may be large', async () => {
    const prompt = 'ж'.repeat(1_000_000);
    expect((await bench.run(['run', 's.json', '-'], { stdin: prompt })).code).toBe(0);
    expect(bench.read('stdin')).toBe(prompt);
  });
});

describe('a stdin that stays open and silent', () => {
  it('is announced, and read once it comes', async () => {
    const cli = bench.start(['run', 's.json', 'Look'], { stdin: 'open' });
    await cli.said('waiting for input to append to the prompt on stdin');
    cli.child.stdin?.end('late');
    expect((await cli.result).code).toBe(0);
    expect(bench.read('stdin')).toContain('late');
  });

  it.each([
    ['--timeout', 'overall'],
    ['--idle-timeout', 'idle'],
  ])('is held to %s', async (flag, limit) => {
    const { code, stdout } = await bench.start(['run', 's.json', 'x', flag, '200ms', '--envelope'], {
      stdin: 'open',
    }).result;
    expect(code).toBe(124);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'timeout', limit, ms: 200, workMayHaveRun: false });
    expect(bench.codexRan()).toBe(false);
  });

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ] as const)('ends by %s', async (signal, exit) => {
    const cli = bench.start(['run', 's.json', '-', '--envelope'], { stdin: 'open' });
    await cli.said('waiting for the prompt on stdin');
    cli.child.kill(signal);
    const { code, stdout } = await cli.result;
    expect(code).toBe(exit);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'aborted', signal, workMayHaveRun: false });
    expect(bench.codexRan()).toBe(false);
  });

  it('also where the schema is to come from it', async () => {
    const { code, stdout } = await bench.start(['run', '-', 'x', '--timeout', '200ms', '--envelope'], {
      stdin: 'open',
    }).result;
    expect(code).toBe(124);
    expect(JSON.parse(stdout).message).toContain('the schema on stdin');
  });
});

describe('a stdin that is of no use', () => {
  const shell = async (line: string) => {
    const script = `cli() { '${process.execPath}' '${CLI}' "$@"; }; ${line}; echo "exit $?" >&2`;
    const env = bench.environment() as NodeJS.ProcessEnv;
    return (await promisify(execFile)('sh', ['-c', script], { cwd: bench.folder, env })).stderr;
  };

  it('never ends: it is not read until memory is full', async () => {
    const stderr = await shell('yes | cli run s.json -');
    expect(stderr).toContain('Stdin cannot be read for the prompt: it is larger than 64 MiB');
    expect(stderr).toMatch(/exit 2\n$/);
    expect(bench.codexRan()).toBe(false);
  });

  it('is closed: there is nothing to append', async () => {
    expect(await shell('cli run s.json x <&-')).toBe('exit 0\n');
    expect(bench.read('stdin')).toBe('x');
  });
});

describe('a second signal', () => {
  it('ends a run at once whose codex takes its time', async () => {
    bench.codex({ before: 'trap "" INT TERM; echo here >&2; sleep 60 & wait; sleep 60' });
    const cli = bench.start(['run', 's.json', 'x', '--verbose']);
    await cli.said('codex: here');
    cli.child.kill('SIGINT');
    await cli.said('press Ctrl-C again to kill it');
    cli.child.kill('SIGINT');
    const { code } = await cli.result;
    expect(code).toBe(130);
    expect(readdirSync(bench.path('tmp'))).toEqual([]);
  });
});
