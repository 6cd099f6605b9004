import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
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

  it('does not say that there was no message where a line could not be parsed', async () => {
    const stdin = GOOD.replace('"agent_message"', '"agent_message", broken');
    const { code, stderr } = await bench.run(['decode', '--schema', 's.json'], { stdin });
    expect(code).toBe(23);
    expect(stderr).toContain(
      "The turn ended without a message, but 1 line of codex's output could not be parsed, and may have had it.",
    );
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
    ['', [], 2],
    ['', ['--exit-code', '1'], 21],
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

  const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le');

  it.each([
    ['UTF-8 with a mark', Buffer.from(`\ufeff${GOOD}`)],
    ['UTF-16 LE', utf16(GOOD)],
    ['UTF-16 BE', utf16(GOOD).swap16()],
  ])('decodes events in %s', async (_, bytes) => {
    bench.write('events.jsonl', bytes);
    for (const source of [{ args: ['events.jsonl'] }, { args: [], stdin: bytes }]) {
      const { code, stdout } = await bench.run(['decode', ...source.args], source);
      expect({ code, stdout }).toEqual({ code: 0, stdout: '{"name":"Ada"}\n' });
    }
  });

  const lines = GOOD.trimEnd().split('\n');
  const prefixed = (prefix: string) => lines.map((line) => `${prefix}${line}\n`).join('');
  it.each<[string | Uint8Array, string]>([
    ['', 'it is empty'],
    [' \n\n', 'it is empty'],
    [prefixed('2026-01-01T00:00:00Z stdout F '), "text before each event ('2026-01-01T00:00:00Z stdout F')"],
    [prefixed('[12:00] '), "text before each event ('[12:00]')"],
    [`[${lines.join(',')}]`, "it is a JSON array. Print one event per line: jq -c '.[]'"],
    [
      JSON.stringify(
        lines.map((line) => JSON.parse(line)),
        null,
        2,
      ),
      'it is a JSON array',
    ],
    [JSON.stringify({ a: 1 }, null, 2), 'it is JSON over several lines'],
    ['{"a":1}', 'it is a single JSON object without the "type" of an event'],
    ['{"type":"object","properties":{}}', 'it is a single JSON object'],
    ['{"log":"{\\"type\\":\\"turn.started\\"}\\n"}\n{"log":""}', 'its lines are JSON objects'],
    ['{"ok":true,"kind":"ok","value":{}}', 'it is an outcome already'],
    ['{"method":"turn/started","params":{}}', 'it has messages of the app server'],
    ['Dear reader,\nno event here\n', "it begins with 'Dear reader,'"],
    [Buffer.from('{"a":"\xe9"}', 'latin1'), 'byte 0xE9 at line 1, column 7 is invalid'],
    [Buffer.from(GOOD, 'utf16le'), 'it is UTF-16 text without byte order mark'],
    [gzipSync(GOOD), 'it is gzip data; decompress it first'],
    [Buffer.from('\x89PNG\r\n', 'latin1'), 'it is a PNG image'],
  ])('refuses an input without events: %j', async (input, what) => {
    bench.write('input', input);
    for (const [args, stdin] of [
      [['input'], ''],
      [['-'], input],
    ] as const) {
      const { code, stderr } = await bench.run(['decode', ...args], { stdin });
      expect(stderr).toContain(what);
      expect(code).toBe(2);
    }
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
