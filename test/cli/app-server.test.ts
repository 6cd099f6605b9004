import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CliBench, type CliResult } from '../support/cli.js';
import { codexLauncher } from '../support/real-codex.js';

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(() => bench.dispose());

/** A rehearsed run of the real codex by its app server. */
function rehearse(...args: string[]): Promise<CliResult> {
  bench.write('answer.json', '{"name":"Ada"}');
  const flags = [
    '--transport',
    'app-server',
    '--rehearse-answer',
    'answer.json',
    '--codex-path',
    codexLauncher(),
  ];
  return bench.run([...args, ...flags]);
}

describe('--transport app-server', () => {
  it('prints the value, and leaves nothing behind', async () => {
    const { code, stdout, stderr } = await rehearse('run', 's.json', 'Who?');
    expect({ code, stdout, stderr }).toEqual({ code: 0, stdout: '{"name":"Ada"}\n', stderr: '' });
    expect(readdirSync(bench.path('tmp'))).toEqual([]);
  });

  it('says so in the envelope, and its --events are what decode reads', async () => {
    const { stdout } = await rehearse('run', 's.json', 'Who?', '--envelope', '--events', 'events.jsonl');
    expect(JSON.parse(stdout)).toMatchObject({
      value: { name: 'Ada' },
      detail: { transport: 'app-server', exitCode: null, usage: { input_tokens: 10 } },
    });
    const decoded = await bench.run(['decode', 'events.jsonl', '--schema', 's.json']);
    expect(decoded).toMatchObject({ code: 0, stdout: '{"name":"Ada"}\n' });
  });

  it.each(['resume', 'fork'])('goes with %s', async (command) => {
    const session = '0199a213-81c0-7800-8aa1-bbab2a035a53';
    expect(await rehearse(command, 's.json', session, 'Who?')).toMatchObject({
      code: 0,
      stdout: '{"name":"Ada"}\n',
    });
  });

  it('takes context, also from files', async () => {
    bench.write('notes.txt', 'some notes');
    const context = ['--context', 'a=b', '--context', 'c=@@d', '--context-untrusted', 'notes=@notes.txt'];
    expect(await rehearse('run', 's.json', 'Who?', ...context)).toMatchObject({ code: 0, stderr: '' });
  });

  it('warns of a value that codex will cut', async () => {
    const { stdout } = await rehearse(
      'run',
      's.json',
      'Who?',
      '--context',
      `a=${'x'.repeat(5000)}`,
      '--envelope',
    );
    expect(JSON.parse(stdout).detail.notices).toMatchObject([{ kind: 'context', count: 1 }]);
  });

  it('refuses what the app server has no equivalent of', async () => {
    const { code, stderr } = await rehearse('run', 's.json', 'Who?', '--profile', 'x');
    expect({ code, stderr }).toEqual({ code: 13, stderr: expect.stringContaining('--profile') });
  });

  it.each([
    [['--context', 'a=b'], /needs --transport app-server/],
    [['--transport', 'app-server', '--context', 'a'], /must be KEY=VALUE/],
    [['--transport', 'app-server', '--context', 'a b=c'], /'a b' is not a valid context key/],
    [['--transport', 'app-server', '--context', 'a=b', '--context-untrusted', 'a=c'], /given more than once/],
    [['--transport', 'app-server', '--context', 'a=@missing'], /missing cannot be read/],
    [['--transport', 'pigeon'], /exec, app-server/],
  ])('%j is a usage error', async (args, message) => {
    const { code, stdout, stderr } = await bench.run(['run', 's.json', 'x', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(bench.codexRan()).toBe(false);
  });
});
