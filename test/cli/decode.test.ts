import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answering, CLI, CliBench, message, STARTED } from '../support/cli.js';

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(() => {
  expect(bench.codexRan()).toBe(false);
  bench.dispose();
});

const jsonl = (events: readonly unknown[]) => events.map((event) => `${JSON.stringify(event)}\n`).join('');
const GOOD = jsonl(answering('{"name":"Ada"}'));

describe('codex-structured decode', () => {
  it.each([[['decode']], [['decode', '-']], [['decode', '/dev/stdin']]])('%j reads stdin', async (args) => {
    const { code, stdout, stderr } = await bench.run([...args, '--schema', 's.json'], { stdin: GOOD });
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '{"name":"Ada"}\n', stderr: '' });
  });

  it('reads a file, with the schema from a file, inline or stdin', async () => {
    bench.write('events.jsonl', GOOD);
    for (const schema of ['s.json', bench.read('s.json'), '-']) {
      const { code, stdout } = await bench.run(['decode', 'events.jsonl', '--schema', schema], {
        stdin: bench.read('s.json'),
      });
      expect({ code, stdout }).toEqual({ code: 0, stdout: '{"name":"Ada"}\n' });
    }
  });

  it('reads a file that is its stdin', async () => {
    bench.write('events.jsonl', GOOD);
    const line = `'${process.execPath}' '${CLI}' decode --schema s.json < events.jsonl`;
    const env = bench.environment() as NodeJS.ProcessEnv;
    const { stdout } = await promisify(execFile)('sh', ['-c', line], { cwd: bench.folder, env });
    expect(stdout).toBe('{"name":"Ada"}\n');
  });

  it('needs no schema', async () => {
    const { code, stdout } = await bench.run(['decode', '--envelope'], {
      stdin: jsonl(answering('{"x": 1}')),
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({
      value: { x: 1 },
      detail: { validated: false, schema: null, transport: 'decode' },
    });
  });

  it.each([
    [jsonl([...STARTED, message('{}')]), [], 22],
    ['', [], 22],
    [GOOD, ['--exit-code', '1'], 21],
    [GOOD, ['--exit-code', '143'], 21],
    [jsonl(answering('[1')), [], 24],
    [jsonl(answering('{"name":1}')), ['--schema', 's.json'], 26],
    [jsonl(answering('{"name":1}')), ['--schema', 's.json', '--no-validate'], 0],
    [GOOD, ['--schema', 'none.json'], 10],
    [GOOD, ['--max-line-bytes', '20'], 22],
  ])('%j %j exits %i', async (stdin, flags, exit) => {
    expect((await bench.run(['decode', ...flags], { stdin })).code).toBe(exit);
  });

  it('tells 128+n as the signal too', async () => {
    const { stdout } = await bench.run(['decode', '--exit-code', '143', '--envelope'], { stdin: GOOD });
    expect(JSON.parse(stdout)).toMatchObject({ kind: 'process_failed', signal: 'SIGTERM' });
  });

  it('treats formats as notes on request', async () => {
    const schema = '{"type":"object","properties":{"d":{"type":"string","format":"date"}}}';
    const stdin = jsonl(answering('{"d":"soon"}'));
    expect((await bench.run(['decode', '--schema', schema], { stdin })).code).toBe(26);
    expect((await bench.run(['decode', '--schema', schema, '--no-validate-formats'], { stdin })).code).toBe(
      0,
    );
  });

  it('writes to a file', async () => {
    await bench.run(['decode', '-o', 'out.json', '--pretty'], { stdin: GOOD });
    expect(bench.read('out.json')).toBe('{\n  "name": "Ada"\n}\n');
  });
});
