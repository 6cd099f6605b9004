import { execFileSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answering, CLI, CliBench } from '../support/cli.js';

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(() => bench.dispose());

const EVENTS = answering('{"name":"Ada"}')
  .map((event) => `${JSON.stringify(event)}\n`)
  .join('');

describe('flags', () => {
  it.each([
    [['-mgpt-5', '-sread-only']],
    [['-qmgpt-5', '-s=read-only']],
    [['-m', 'gpt-5', '-sread-only', '-q']],
  ])('values may be attached to short flags: %j', async (flags) => {
    expect((await bench.run(['run', 's.json', 'hi', ...flags])).code).toBe(0);
    const argv = bench.argv();
    expect(argv).toEqual(expect.arrayContaining(['--model=gpt-5', '--sandbox=read-only']));
  });

  it.each(['-', '/dev/stdout'])('-o %s is stdout', async (name) => {
    const { code, stdout } = await bench.run(['run', 's.json', 'hi', '-o', name]);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"name":"Ada"}\n' });
    expect(bench.has('-')).toBe(false);
  });

  it.each(['/dev/stdout', '/dev/fd/1', '/dev/stderr'])('--events %s keeps what the file has', (stream) => {
    const line = `{ echo first; '${process.execPath}' '${CLI}' run s.json hi --events ${stream}; echo last; } >out 2>&1`;
    const env = bench.environment() as NodeJS.ProcessEnv;
    execFileSync('sh', ['-c', line], { cwd: bench.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
    const out = bench.read('out');
    expect(out).toMatch(/^first\n/);
    expect(out).toContain(EVENTS);
    expect(out).toContain('\n{"name":"Ada"}\n');
    expect(out).toMatch(/last\n$/);
  });

  it('variables that set nothing are named', async () => {
    const env = {
      CODEX_STRUCTURED_TIMEOT: '5s',
      CODEX_STRUCTURED_LAST: '1',
      CODEX_STRUCTURED_TIMEOUT: '60s',
    };
    const { code, stderr } = await bench.run(['run', 's.json', 'hi', '-q'], { env });
    expect(code).toBe(0);
    expect(stderr).toContain('CODEX_STRUCTURED_TIMEOT has no effect; did you mean CODEX_STRUCTURED_TIMEOUT?');
    expect(stderr).toContain('CODEX_STRUCTURED_LAST has no effect; use the flag --last.');
  });

  it('an option that resume does not take is named by its variable', async () => {
    const env = { CODEX_STRUCTURED_SANDBOX: 'read-only' };
    const { code, stderr } = await bench.run(['resume', 's.json', '--last', 'hi'], { env });
    expect(code).toBe(2);
    expect(stderr).toContain('CODEX_STRUCTURED_SANDBOX');
  });

  it('an expanded --glob gets its own hint', async () => {
    const args = ['batch', 's.json', '--template', '{{text}}', '--glob', 'a.md', 'b.md', 'c.md'];
    expect((await bench.run(args)).stderr).toContain('Quote the pattern of --glob');
  });

  it('a reconnect is named once, and a missing login where the run then times out', async () => {
    const reconnecting = (text: string) => ({ type: 'error', message: `Reconnecting... ${text}` });
    bench.codex({
      stream: [{ type: 'turn.started' }, reconnecting('1/5'), reconnecting('2/5')],
      after: 'sleep 30',
    });
    mkdirSync(bench.path('none'));
    const env = { CODEX_HOME: bench.path('none'), OPENAI_API_KEY: undefined, CODEX_API_KEY: undefined };
    const args = ['run', 's.json', 'hi', '--timeout', '2s'];
    const { code, stderr } = await bench.run(args, { env });
    expect(code).toBe(124);
    expect(stderr.match(/codex lost its connection/g)).toHaveLength(1);
    expect(stderr).toContain("Run 'codex login'");
    const quiet = await bench.run([...args, '--quiet'], { env });
    expect(quiet.stderr).not.toContain('codex lost its connection');
  });

  it('schema types prints no control characters', async () => {
    const schema = JSON.stringify({
      type: 'object',
      description: '\u001b[31m',
      properties: { '\u001bx': { enum: ['\u0007'] } },
    });
    const { stdout } = await bench.run(['schema', 'types', schema]);
    expect(stdout).toContain('\\u001b');
    expect(stdout).not.toMatch(/[\u0000-\u0009\u000b-\u001f]/);
  });
});
