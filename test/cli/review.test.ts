import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CliBench } from '../support/cli.js';
import { codexLauncher } from '../support/real-codex.js';

const SCHEMA_FILE = fileURLToPath(new URL('../../schemas/examples/review.json', import.meta.url));

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
  mkdirSync(bench.path('project'));
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', ...args], {
      cwd: bench.path('project'),
    });
  git('init', '--quiet', '--initial-branch=main');
  git('commit', '--quiet', '--allow-empty', '--message=first');
});
afterEach(() => bench.dispose());

describe('codex-structured review', () => {
  it.each(['exec', 'app-server'])('gives the example schema its value, by %s', async (transport) => {
    const { code, stdout, stderr } = await bench.run([
      'review',
      SCHEMA_FILE,
      '--uncommitted',
      '--rehearse',
      '--envelope',
      ...['--cd', 'project', '--transport', transport, '--codex-path', codexLauncher()],
    ]);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(JSON.parse(stdout)).toMatchObject({
      ok: true,
      value: { verdict: expect.any(String), findings: expect.any(Array) },
      detail: { transport, review: expect.any(String) },
    });
  });

  it.each([
    [['--uncommitted', 'and words'], /--uncommitted selects what to review/],
    [['--base', 'main', '--commit', 'HEAD'], /cannot be used together/],
    [['--uncommitted', '--title', 'x'], /--title requires --commit/],
    [['--uncommitted', '--image', 'a.png'], /does not accept --image/],
    [['--uncommitted', '--ephemeral'], /does not accept --ephemeral/],
  ])('%j is a usage error', async (args, message) => {
    const { code, stdout, stderr } = await bench.run(['review', 's.json', ...args]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(message);
    expect(bench.codexRan()).toBe(false);
  });

  it('has an example schema that is within the strict subset', async () => {
    expect(JSON.parse(readFileSync(SCHEMA_FILE, 'utf8'))).toMatchObject({ type: 'object' });
    const { code, stderr } = await bench.run(['run', SCHEMA_FILE, 'x', '--no-validate']);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
