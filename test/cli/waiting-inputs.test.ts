import { execFileSync, spawn } from 'node:child_process';
import { closeSync, constants, openSync, readFileSync, writeSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CLI, CliBench, type CliResult } from '../support/cli.js';

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
  execFileSync('mkfifo', [bench.path('fifo')]);
  bench.write('tasks.jsonl', '"One"\n');
  bench.write('template.json', '{}');
});
afterEach(() => bench.dispose());

/** Each names a FIFO in another place, and what is waited for. */
const PLACES: readonly (readonly [what: string, args: readonly string[], waitsFor: string])[] = [
  ['the schema', ['run', 'fifo', 'Hi'], 'the schema from fifo'],
  ['the prompt file', ['run', 's.json', '--prompt-file', 'fifo'], 'the prompt from fifo'],
  [
    'the prompt file of resume',
    ['resume', 's.json', '--last', '--prompt-file', 'fifo'],
    'the prompt from fifo',
  ],
  ['the schema of review', ['review', 'fifo'], 'the schema from fifo'],
  [
    'the answer of a rehearsal',
    ['run', 's.json', 'Hi', '--rehearse-answer', 'fifo'],
    'the rehearsal answer from fifo',
  ],
  [
    'a context',
    ['run', 's.json', 'Hi', '--transport', 'app-server', '--context', 'key=@fifo'],
    "the context 'key' from fifo",
  ],
  ['the file of the events', ['run', 's.json', 'Hi', '--events', 'fifo'], 'a reader of --events fifo'],
];

const BATCHES: readonly (readonly [what: string, args: readonly string[], waitsFor: string])[] = [
  ['the schema of a batch', ['batch', 'fifo', 'tasks.jsonl'], 'the schema from fifo'],
  ['the tasks of a batch', ['batch', 's.json', 'fifo'], 'the tasks from fifo'],
  [
    'the template of a batch',
    ['batch', 's.json', 'tasks.jsonl', '--template', '@fifo'],
    'the template from fifo',
  ],
];

const READ_ONLY: readonly (readonly [what: string, args: readonly string[], waitsFor: string])[] = [
  ['the schema of a check', ['schema', 'check', 'fifo'], 'the schema from fifo'],
  ['the schema of a sample', ['schema', 'sample', 'fifo'], 'the schema from fifo'],
  ['the events to decode', ['decode', 'fifo'], 'the events from fifo'],
];

describe('a FIFO without another end', () => {
  it.each(PLACES)('as %s is announced, and ends by a signal', async (_what, args, waitsFor) => {
    const cli = bench.start([...args, '--envelope']);
    await cli.said(`waiting for ${waitsFor}`);
    cli.child.kill('SIGTERM');
    const { code, stdout } = await cli.result;
    expect(code).toBe(143);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'aborted', signal: 'SIGTERM', workMayHaveRun: false });
    expect(bench.codexRan()).toBe(false);
  });

  it.each(PLACES)('as %s is held to --timeout', async (_what, args) => {
    const { code, stdout, stderr } = await bench.run([...args, '--timeout', '200ms', '--envelope']);
    expect(code).toBe(124);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'timeout', limit: 'overall', workMayHaveRun: false });
    expect(stderr).toContain('--timeout (0.2 s) expired while waiting for');
  });

  it('is held to --idle-timeout', async () => {
    const { code, stdout } = await bench.run(['run', 'fifo', 'Hi', '--idle-timeout', '200ms', '--envelope']);
    expect(code).toBe(124);
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'timeout', limit: 'idle', workMayHaveRun: false });
  });

  it.each(BATCHES)('as %s is announced, and ends by a signal', async (_what, args, waitsFor) => {
    const cli = bench.start(args);
    await cli.said(`waiting for ${waitsFor}`);
    cli.child.kill('SIGINT');
    expect((await cli.result).code).toBe(130);
    expect(bench.codexRan()).toBe(false);
  });

  it.each(READ_ONLY)('as %s is announced, and ends by a signal', async (_what, args, waitsFor) => {
    const cli = bench.start(args);
    await cli.said(`waiting for ${waitsFor}`);
    cli.child.kill('SIGINT');
    expect((await cli.result).signal).toBe('SIGINT');
  });

  it('is read once a writer comes', async () => {
    const cli = bench.start(['run', 'fifo', 'Hi']);
    await cli.said('waiting for the schema from fifo');
    const writer = openSync(bench.path('fifo'), constants.O_WRONLY);
    writeSync(writer, readFileSync(bench.path('s.json')));
    closeSync(writer);
    expect((await cli.result).code).toBe(0);
  });

  it('takes the events once a reader comes', async () => {
    const cli = bench.start(['run', 's.json', 'Hi', '--events', 'fifo']);
    await cli.said('waiting for a reader');
    const read = execFileSync('cat', [bench.path('fifo')], { encoding: 'utf8' });
    expect((await cli.result).code).toBe(0);
    expect(read).toBe(bench.read('fake.stdout'));
  });

  it('cannot be a module', async () => {
    execFileSync('mkfifo', [bench.path('schema.mjs')]);
    const { code, stderr } = await bench.run(['schema', 'check', 'schema.mjs']);
    expect(code).toBe(10);
    expect(stderr).toContain('it is not a regular file');
  });

  it('cannot be the schema that is passed on to codex', async () => {
    const { code, stderr } = await bench.run(['run', 's.json', 'Hi', '--', '--output-schema', 'fifo']);
    expect(code).toBe(10);
    expect(stderr).toContain('it is not a regular file');
    expect(bench.codexRan()).toBe(false);
  });

  it('leaves an old output in place only if nothing was decided', async () => {
    bench.write('out.json', 'old');
    await bench.run(['run', 'fifo', 'Hi', '--timeout', '100ms', '-o', 'out.json']);
    expect(bench.has('out.json')).toBe(false);
  });
});

describe('an input without end', () => {
  it.each([
    ['as the schema', ['run', '/dev/zero', 'Hi'], 10],
    ['as the schema of a check', ['schema', 'check', '/dev/zero'], 10],
    ['as the prompt file', ['run', 's.json', '--prompt-file', '/dev/zero'], 2],
    ['as the answer of a rehearsal', ['run', 's.json', 'Hi', '--rehearse-answer', '/dev/zero'], 2],
    ['as a template', ['batch', 's.json', 'tasks.jsonl', '--template', '@/dev/zero'], 2],
  ] as const)('%s is refused', async (_how, args, exit) => {
    const { code, stderr } = await bench.run(args);
    expect({ code, stderr }).toEqual({ code: exit, stderr: expect.stringContaining('larger than 64 MiB') });
  });
});

describe("what a shell's <(…) and >(…) give", () => {
  const shell = (script: string): Promise<CliResult> =>
    new Promise((resolve) => {
      const env = bench.environment({ NODE: process.execPath, CLI });
      const child = spawn('bash', ['-c', script], {
        cwd: bench.folder,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      let [stdout, stderr] = ['', ''];
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        stdout += text;
      });
      child.stderr.setEncoding('utf8').on('data', (text: string) => {
        stderr += text;
      });
      child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
    });

  it('is read, however early its program ended', async () => {
    const { code } = await shell('"$NODE" "$CLI" run <(cat s.json) --prompt-file <(echo From a pipe)');
    expect(code).toBe(0);
    expect(bench.read('stdin')).toBe('From a pipe\n');
  });

  it('is empty if its program wrote nothing', async () => {
    const { code, stderr } = await shell('"$NODE" "$CLI" run s.json --prompt-file <(true)');
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining('The prompt is empty') });
  });

  it('takes the events', async () => {
    const { code } = await shell(
      '"$NODE" "$CLI" run s.json Hi --events >(cat > copy); status=$?; wait $!; exit $status',
    );
    expect(code).toBe(0);
    expect(bench.read('copy')).toBe(bench.read('fake.stdout'));
  });
});
