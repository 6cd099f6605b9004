import { execFile } from 'node:child_process';
import { existsSync, lstatSync, readdirSync, statSync, symlinkSync } from 'node:fs';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answering, CLI, CliBench, STARTED } from '../support/cli.js';

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(() => bench.dispose());

const FAILING = { stream: answering('no JSON') };
const RUN = ['run', 's.json', 'x'];

describe('stdout', () => {
  const LOOSE = '{"type":"object"}';

  it('carries numbers and escapes as the model wrote them', async () => {
    bench.codex({ stream: answering('{ "a": 9007199254740995, "b": 1.0, "c": "\\u00e9\\/", "d": -0 }') });
    const { stdout } = await bench.run(['run', LOOSE, 'x', '--schema-mode', 'raw']);
    expect(stdout).toBe('{"a":9007199254740995,"b":1.0,"c":"\\u00e9\\/","d":-0}\n');
    const enveloped = await bench.run(['run', LOOSE, 'x', '--schema-mode', 'raw', '--envelope']);
    expect(enveloped.stdout).toContain('"value":{"a":9007199254740995,"b":1.0,');
  });

  it('is indented with --pretty, alone and in the envelope', async () => {
    expect((await bench.run([...RUN, '--pretty'])).stdout).toBe('{\n  "name": "Ada"\n}\n');
    const { stdout } = await bench.run([...RUN, '--pretty', '--envelope']);
    expect(stdout).toMatch(/^\{\n {2}"ok": true,\n/);
    expect(JSON.parse(stdout).value).toEqual({ name: 'Ada' });
  });

  it('holds the events with --envelope=full only', async () => {
    const brief = JSON.parse((await bench.run([...RUN, '--envelope'])).stdout);
    const full = JSON.parse((await bench.run([...RUN, '--envelope=full'])).stdout);
    expect(brief.detail).not.toHaveProperty('events');
    expect(full.detail.events).toEqual(answering('{"name":"Ada"}'));
  });

  it('does not take the next word for the value of --envelope', async () => {
    const { code, stdout } = await bench.run(['run', '--envelope', 's.json', 'full']);
    expect(code).toBe(0);
    expect(bench.read('stdin')).toBe('full');
    expect(JSON.parse(stdout).detail).not.toHaveProperty('events');
  });

  it('escapes half a surrogate pair, which UTF-8 cannot carry', async () => {
    bench.codex({ stream: answering('{"name":"\ud83d|"}') });
    const { stdout } = await bench.run(RUN);
    expect(stdout).toBe('{"name":"\\ud83d|"}\n');
  });

  it('is written to the end, however large', async () => {
    const name = 'ж'.repeat(1_500_000);
    bench.codex({ stream: answering(JSON.stringify({ name })) });
    const { code, stdout } = await bench.run(RUN);
    expect(code).toBe(0);
    expect(stdout.length).toBe(name.length + '{"name":""}\n'.length);
    const piped = await shell(`node '${CLI}' run s.json x </dev/null | cat | wc -c`);
    expect(Number(piped.stdout)).toBe(Buffer.byteLength(stdout));
  });

  it('may be closed by its reader', async () => {
    bench.codex({ stream: answering(JSON.stringify({ name: 'x'.repeat(1_000_000) })) });
    const { stdout, stderr } = await shell(
      `{ node '${CLI}' run s.json x </dev/null; echo "exit $?" >&2; } | head -c 0`,
    );
    expect({ stdout, stderr }).toEqual({ stdout: '', stderr: 'exit 0\n' });
  });

  it.runIf(existsSync('/dev/full'))('may be full', async () => {
    const { stderr } = await shell(`node '${CLI}' run s.json x </dev/null > /dev/full; echo "exit $?" >&2`);
    expect(stderr).toBe(
      'codex-structured: The result cannot be written to stdout: no space is left on the device.\nexit 74\n',
    );
  });

  async function shell(line: string) {
    return promisify(execFile)('sh', ['-c', line], {
      cwd: bench.folder,
      env: bench.environment() as NodeJS.ProcessEnv,
    });
  }
});

describe('--output', () => {
  it('gets the value in a file of its own, and stdout stays empty', async () => {
    const { code, stdout } = await bench.run([...RUN, '-o', 'out.json']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(bench.read('out.json')).toBe('{"name":"Ada"}\n');
    expect(statSync(bench.path('out.json')).mode & 0o777).toBe(0o600);
    expect(readdirSync(bench.folder).filter((name) => name.includes('.tmp'))).toEqual([]);
    expect(readdirSync(bench.folder).filter((name) => name.startsWith('.'))).toEqual([]);
  });

  it('may have as long a name as the file system takes', async () => {
    const name = '\u6587'.repeat(85);
    expect((await bench.run([...RUN, '-o', name])).code).toBe(0);
    expect(bench.read(name)).toBe('{"name":"Ada"}\n');
  });

  it('never keeps an older result when the run fails', async () => {
    bench.codex(FAILING);
    bench.write('out.json', '{"name":"stale"}');
    expect((await bench.run([...RUN, '-o', 'out.json'])).code).toBe(24);
    expect(bench.has('out.json')).toBe(false);
    bench.write('out.json', '{"name":"stale"}');
    expect((await bench.run(['run', 'none.json', 'x', '-o', 'out.json'])).code).toBe(10);
    expect(bench.has('out.json')).toBe(false);
  });

  it('has removed the older result before codex runs', async () => {
    bench.codex({ stream: answering('{"name":"Ada"}'), before: 'ls "$here" > "$here/listing"' });
    bench.write('out.json', 'stale');
    await bench.run([...RUN, '-o', 'out.json']);
    expect(bench.read('listing').split('\n')).not.toContain('out.json');
  });

  it('gets the envelope of a failure too', async () => {
    bench.codex(FAILING);
    const { code, stdout } = await bench.run([...RUN, '--envelope', '-o', 'out.json']);
    expect({ code, stdout }).toEqual({ code: 24, stdout: '' });
    expect(JSON.parse(bench.read('out.json'))).toMatchObject({ kind: 'invalid_json' });
  });

  it('refuses a symbolic link and leaves it and its target alone', async () => {
    bench.write('target.json', 'mine');
    symlinkSync('target.json', bench.path('link.json'));
    const { code, stderr } = await bench.run([...RUN, '-o', 'link.json']);
    expect(code).toBe(2);
    expect(stderr).toContain('it is a symbolic link');
    expect(bench.read('target.json')).toBe('mine');
    expect(lstatSync(bench.path('link.json')).isSymbolicLink()).toBe(true);
    expect(bench.codexRan()).toBe(false);
  });

  it('comes from its environment variable as well', async () => {
    await bench.run(RUN, { env: { CODEX_STRUCTURED_OUTPUT: 'out.json' } });
    expect(bench.read('out.json')).toBe('{"name":"Ada"}\n');
  });
});

describe('--events', () => {
  const NATIVE =
    '\ufeff{"type":"thread.started","thread_id":"t"}\r\nnoise \u2028\n{"type":"turn.started"}\nlast';

  it('keeps what codex printed, byte for byte, also of a failed run', async () => {
    bench.codex({ stream: NATIVE, exit: 1 });
    const { code } = await bench.run([...RUN, '--events', 'events.jsonl']);
    expect(code).toBe(21);
    expect(bench.read('events.jsonl')).toBe(NATIVE);
    expect(statSync(bench.path('events.jsonl')).mode & 0o777).toBe(0o600);
  });

  it.runIf(existsSync('/dev/full'))('says so where it cannot, and still prints the value', async () => {
    const { code, stdout, stderr } = await bench.run([...RUN, '--events', '/dev/full']);
    expect(code).toBe(74);
    expect(stdout).toBe('{"name":"Ada"}\n');
    expect(stderr).toContain('Some events could not be written to /dev/full: no space is left');
  });
});

describe('stderr', () => {
  it('lists violations, bounded', async () => {
    bench.write('wide.json', JSON.stringify({ type: 'object', additionalProperties: { type: 'string' } }));
    const value = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`k${index}`, index]));
    bench.codex({ stream: answering(JSON.stringify(value)) });
    const { code, stderr } = await bench.run(['run', 'wide.json', 'x', '--schema-mode', 'raw']);
    expect(code).toBe(26);
    expect(stderr).toContain('/k3');
    expect(stderr.split('\n').length).toBeLessThan(15);
  });

  it('shows the end of what a failed codex wrote, without secrets and control characters', async () => {
    bench.codex({
      stderr: 'start\n\x1b[31mkey sk-abcdefgh12345 and hunter2hunter2\x07\nBearer abc.def.ghi\n',
      exit: 1,
    });
    const { stderr } = await bench.run(RUN, { env: { OPENAI_API_KEY: 'hunter2hunter2' } });
    expect(stderr).toContain('codex: start');
    expect(stderr).not.toMatch(/hunter2|sk-abc|abc\.def|\x1b|\x07/);
  });

  it('shows events and the stderr of codex with --verbose, and nothing of them without', async () => {
    bench.codex({
      stream: [
        ...STARTED,
        { type: 'item.started', item: { id: 'c', type: 'command_execution', command: 'npm\ntest' } },
        ...answering('{"name":"Ada"}').slice(2),
      ],
      stderr: 'a warning of codex\n',
    });
    const { stdout, stderr } = await bench.run([...RUN, '--verbose']);
    expect(stdout).toBe('{"name":"Ada"}\n');
    expect(stderr.split('\n')).toEqual(
      expect.arrayContaining([
        'thread.started thread-1',
        'turn.started',
        'item.started command_execution: npm test',
        'item.completed agent_message: {"name":"Ada"}',
        'codex: a warning of codex',
      ]),
    );
    expect((await bench.run(RUN)).stderr).toBe('');
  });

  it('is not coloured where it is no terminal', async () => {
    bench.codex(FAILING);
    expect((await bench.run(RUN)).stderr).not.toContain('\x1b');
  });
});
