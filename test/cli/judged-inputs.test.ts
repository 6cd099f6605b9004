import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { CliBench } from '../support/cli.js';
import { PNG, UNUSABLE, USABLE } from '../support/images.js';

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
  mkdirSync(bench.path('folder'));
  execFileSync('mkfifo', [bench.path('fifo')]);
  bench.write('file', 'text');
  bench.write('a.png', PNG);
});
afterEach(() => bench.dispose());

/** Every command that makes turns, with both transports. */
const COMMANDS: readonly (readonly [name: string, args: readonly string[]])[] = [
  ['run', ['run', 's.json', 'Hi']],
  ['run over the app server', ['run', 's.json', 'Hi', '--transport', 'app-server']],
  ['resume', ['resume', 's.json', '--last', 'Hi']],
  ['fork', ['fork', 's.json', 'thread-1', 'Hi']],
  ['batch', ['batch', 's.json', 'tasks.jsonl']],
  ['batch with exec', ['batch', 's.json', 'tasks.jsonl', '--transport', 'exec']],
];

describe('an image that codex could not send', () => {
  it.each(COMMANDS)('is refused by %s before codex starts', async (_name, args) => {
    bench.write('tasks.jsonl', '"One"\n');
    const { code, stdout, stderr } = await bench.run([...args, '-i', 'missing.png']);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain('--image missing.png cannot be read: there is no such file.');
    expect(bench.codexRan()).toBe(false);
  });

  it.each([
    ['folder', 'it is a directory'],
    ['fifo', 'it is not a regular file'],
    ['/dev/zero', 'it is not a regular file'],
    ['a.png/b', 'there is no such file'],
  ])('may be %s', async (image, reason) => {
    const { code, stderr } = await bench.run(['run', 's.json', 'Hi', '-i', 'a.png', '-i', image]);
    expect(code).toBe(2);
    expect(stderr).toContain(`--image ${image} cannot be read: ${reason}.`);
  });

  it.each([
    [['-i', 'missing.png'], '--image missing.png cannot be read: there is no such file.'],
    [['-i', 'a.png', 'missing.png'], '--image missing.png cannot be read: there is no such file.'],
    [['--image=a.png,file'], '--image file cannot be read: it is text'],
    [['-imissing.png'], '--image missing.png cannot be read: there is no such file.'],
    [['--cd=missing'], '--cd missing cannot be used: there is no such directory.'],
    [
      ['-C', 'folder', '--add-dir', 'missing'],
      '--add-dir missing cannot be used: there is no such directory.',
    ],
  ])('is refused after -- too: %j', async (passed, problem) => {
    const { code, stderr } = await bench.run(['run', 's.json', 'Hi', '--', ...passed]);
    expect(code).toBe(2);
    expect(stderr).toContain(problem);
    expect(bench.codexRan()).toBe(false);
  });

  it('is not what other arguments after -- are', async () => {
    const passed = [
      '-i',
      'a.png',
      '-C',
      'folder',
      '--add-dir',
      '../folder',
      '-m',
      'missing',
      '-c',
      'model="m"',
    ];
    expect((await bench.run(['run', 's.json', 'Hi', '--', ...passed])).code).toBe(0);
    expect(bench.codexRan()).toBe(true);
  });

  it('leaves outputs alone', async () => {
    bench.write('out.json', 'old');
    bench.write('events.jsonl', 'old');
    await bench.run(['run', 's.json', 'Hi', '-i', 'file', '-o', 'out.json', '--events', 'events.jsonl']);
    expect([bench.read('out.json'), bench.read('events.jsonl')]).toEqual(['old', 'old']);
  });

  it('is named by its variable', async () => {
    const env = { CODEX_STRUCTURED_IMAGE: 'missing.png' };
    const { code, stderr } = await bench.run(['run', 's.json', 'Hi'], { env });
    expect(code).toBe(2);
    expect(stderr).toContain('CODEX_STRUCTURED_IMAGE missing.png cannot be read');
  });
});

describe('the first bytes decide', () => {
  let all: CliBench;
  let results: Map<string, { kind: string; message: string }>;
  beforeAll(async () => {
    all = new CliBench();
    for (const [name, bytes] of [...USABLE, ...UNUSABLE]) all.write(name, bytes);
    const names = [...USABLE, ...UNUSABLE].map(([name]) => name);
    all.write(
      'tasks.jsonl',
      names.map((id) => `${JSON.stringify({ id, prompt: 'Hi', images: [id] })}\n`).join(''),
    );
    const { stdout } = await all.run(['batch', 's.json', 'tasks.jsonl', '--transport', 'exec', '--quiet']);
    const lines = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { id: string; kind: string; message: string });
    results = new Map(lines.map((line) => [line.id, line]));
  });
  afterAll(() => all.dispose());

  it.each(USABLE.map(([name]) => name))('so %s is sent', (name) => {
    expect(results.get(name)?.kind).toBe('ok');
  });

  it.each(UNUSABLE.map(([name, , reason]) => [name, reason] as const))('so %s is not', (name, reason) => {
    const result = results.get(name);
    expect(result?.kind).toBe('invalid_task');
    expect(result?.message).toContain(`The image ${name} cannot be read: `);
    expect(result?.message).toContain(reason);
  });
});

describe('a directory that codex could not use', () => {
  it.each([
    [['-C', 'missing'], '--cd missing cannot be used: there is no such directory.'],
    [['-C', '/nonexistent/x'], '--cd /nonexistent/x cannot be used: there is no such directory.'],
    [['-C', 'file'], '--cd file cannot be used: it is not a directory.'],
    [['--add-dir', 'missing'], '--add-dir missing cannot be used: there is no such directory.'],
    [['--add-dir', 'file'], '--add-dir file cannot be used: it is not a directory.'],
    // As codex has it, it is relative to the directory that it works in.
    [['-C', 'folder', '--add-dir', 'folder'], '--add-dir folder cannot be used: there is no such directory.'],
  ])('is refused with %j', async (flags, sentence) => {
    bench.write('tasks.jsonl', '"One"\n');
    for (const args of [
      ['run', 's.json', 'Hi'],
      ['batch', 's.json', 'tasks.jsonl'],
      ['run', 's.json', 'Hi', '--transport', 'app-server'],
    ]) {
      const { code, stderr } = await bench.run([...args, ...flags]);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining(sentence) });
    }
    expect(bench.codexRan()).toBe(false);
  });

  it('is found where codex looks for it', async () => {
    mkdirSync(bench.path('folder', 'inner'));
    const { code } = await bench.run([
      'run',
      's.json',
      'Hi',
      '-C',
      'folder',
      '--add-dir',
      'inner',
      '-i',
      'a.png',
    ]);
    expect(code).toBe(0);
  });

  it('is an invalid task if a task names it', async () => {
    bench.write(
      'tasks.jsonl',
      '{"id":"a","prompt":"Hi","cwd":"missing"}\n{"id":"b","prompt":"Hi","cwd":"folder"}\n',
    );
    const args = ['batch', 's.json', 'tasks.jsonl', '--transport', 'exec', '--add-dir', 'gone', '--quiet'];
    mkdirSync(bench.path('gone'));
    const { stdout } = await bench.run(args);
    const kinds = stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { kind: string; message: string });
    expect(kinds.map(({ kind }) => kind)).toEqual(['invalid_task', 'invalid_task']);
    expect(kinds[1]?.message).toContain('gone cannot be used: there is no such directory');
  });
});

describe('an image of a task with a comma in its path', () => {
  it('is an invalid task for codex exec, which takes it for two', async () => {
    bench.write('a,b.png', PNG);
    bench.write('tasks.jsonl', '{"prompt":"Hi","images":["a,b.png"]}\n');
    const { stdout } = await bench.run(['batch', 's.json', 'tasks.jsonl', '--transport', 'exec', '--quiet']);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'invalid_task',
      message: 'The image a,b.png cannot be used: codex exec splits a path at commas. Rename the file.',
    });
    expect(bench.codexRan()).toBe(false);
  });
});

describe('a prompt over the limit of codex', () => {
  const MOST = 1_048_576;

  it.each([
    ['by one', 'a'.repeat(MOST + 1)],
    ['by a line break', `${'a'.repeat(MOST)}\n`],
    ['in characters of two units', `${'😀'.repeat(MOST)}a`],
  ])('is refused before codex starts: %s', async (_how, prompt) => {
    bench.write('prompt.txt', prompt);
    for (const transport of ['exec', 'app-server']) {
      const { code, stderr } = await bench.run([
        'run',
        's.json',
        '--prompt-file',
        'prompt.txt',
        '--transport',
        transport,
      ]);
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringContaining(`it has ${MOST + 1} characters, and codex accepts at most ${MOST}`),
      });
    }
    expect(bench.codexRan()).toBe(false);
  });

  it('is refused as a whole with what stdin adds', async () => {
    const { code } = await bench.run(['run', 's.json', 'Look'], { stdin: 'a'.repeat(MOST) });
    expect(code).toBe(2);
    expect(bench.codexRan()).toBe(false);
  });

  it('may be just as long, whatever its bytes', async () => {
    const prompt = '😀'.repeat(MOST);
    expect((await bench.run(['run', 's.json', '-'], { stdin: prompt })).code).toBe(0);
    expect(bench.read('stdin')).toBe(prompt);
  });
});

describe('a CODEX_HOME that codex would refuse', () => {
  it.each([
    ['/nonexistent/home', 'which does not exist'],
    ['file', 'which is not a directory'],
  ])('is spawn_failed with each transport: %s', async (home, words) => {
    for (const transport of ['exec', 'app-server']) {
      const env = { CODEX_HOME: home };
      const { code, stdout } = await bench.run(
        ['run', 's.json', 'Hi', '--transport', transport, '--envelope'],
        { env },
      );
      expect(code).toBe(126);
      expect(JSON.parse(stdout)).toMatchObject({
        kind: 'spawn_failed',
        workMayHaveRun: false,
        message: expect.stringContaining(`CODEX_HOME names ${home}, ${words}`),
      });
    }
    expect(bench.codexRan()).toBe(false);
  });
});
