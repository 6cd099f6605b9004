import { spawn } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { answering, CLI, CliBench, type CliResult } from '../support/cli.js';

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
});
afterEach(() => bench.dispose());

/** Runs the command line in a directory that is deleted before it starts. `@` in an argument is the bench's folder. */
function run(args: readonly string[]): Promise<CliResult> {
  const words = args.map((word) => `'${word.replaceAll('@', bench.folder)}'`).join(' ');
  const script = `mkdir gone && cd gone && rmdir ../gone && exec "$NODE" "$CLI" ${words}`;
  const env = bench.environment({ NODE: process.execPath, CLI });
  const child = spawn('sh', ['-c', script], { cwd: bench.folder, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let [stdout, stderr] = ['', ''];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    stdout += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    stderr += text;
  });
  return new Promise((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, stdout, stderr }));
  });
}

describe('in a working directory that was deleted', () => {
  it.each([
    [['--version']],
    [['--help']],
    [['run', '--help']],
    [['help', 'exit-codes']],
    [['completion', 'bash']],
    [['schema', 'check', '@/s.json']],
    [['schema', 'sample', '@/s.json']],
    [['schema', 'adapt', '@/s.json']],
    [['schema', 'types', '@/s.json']],
    [['schema', 'sample', '{"type":"boolean"}']],
    [['decode', '@/events.jsonl', '--schema', '@/s.json', '-o', '@/out.json']],
  ])('%j works', async (args) => {
    bench.write(
      'events.jsonl',
      answering('{"name":"Ada"}')
        .map((event) => `${JSON.stringify(event)}\n`)
        .join(''),
    );
    const { code, stderr } = await run(args);
    expect({ code, stderr }).toEqual({ code: 0, stderr: expect.not.stringContaining('uv_cwd') });
  });

  it.each([
    [['run', 's.json', 'Hi']],
    [['run', '@/s.json', 'Hi']],
    [['run', '@/s.json', 'Hi', '--transport', 'app-server']],
    [['resume', '@/s.json', '--last', 'Hi']],
    [['review', '@/s.json', '--uncommitted']],
    [['batch', '@/s.json', '@/tasks.jsonl']],
    [['doctor']],
    [['schema', 'check', 's.json']],
    [['decode', 'events.jsonl']],
    [['decode', '@/s.json', '-o', 'out.json']],
    [['bridge', 'output-schema', '--schema', '@/s.json']],
  ])('%j is refused in one sentence', async (args) => {
    const { code, stderr } = await run(args);
    const [sentence, advice, ...more] = stderr.trimEnd().split('\n');
    expect(code).toBe(2);
    expect(sentence).toContain('The working directory does not exist any more');
    expect(advice).toMatch(/^Try /);
    expect(more).toEqual([]);
    expect(bench.codexRan()).toBe(false);
  });
});
