import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { FAKES, FaultBench } from '../support/fault-bench.js';

const HOST = fileURLToPath(new URL('../support/out-of-descriptors.mjs', import.meta.url));
const CLI = fileURLToPath(new URL('../../bin/codex-structured.js', import.meta.url));

let bench: FaultBench;
beforeEach(async () => {
  bench = await FaultBench.open();
});
afterEach(async () => {
  await bench.expectNothingLeft();
  bench.close();
});

interface Line {
  readonly phase: string;
  readonly kind: string;
}

/** Runs a program of ours with that many file descriptors. */
async function limited(
  descriptors: number,
  args: readonly string[],
): Promise<{ readonly stdout: string; readonly stderr: string; readonly code: number }> {
  const script = `ulimit -n ${descriptors}; exec "$@"`;
  const all = ['-c', script, 'bash', process.execPath, ...args];
  const env = { ...bench.env('answers'), HOME: bench.root };
  const running = promisify(execFile)('bash', all, { env, cwd: bench.root });
  running.child.stdin?.end();
  try {
    return { ...(await running), code: 0 };
  } catch (error) {
    const { stdout, stderr, code } = error as { stdout: string; stderr: string; code: number };
    return { stdout, stderr, code };
  }
}

async function host(what: string, fake: string): Promise<readonly Line[]> {
  const { stdout, stderr } = await limited(150, [HOST, what, join(FAKES, fake, 'codex')]);
  expect(stderr).toBe('');
  return stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Line);
}

const NOT_STARTED = /^(spawn_failed|schema_file)$/;

describe('a program with few file descriptors left', () => {
  it.each(['run', 'stream', 'rehearsal', 'batch', 'app-server', 'thread'])(
    'gets one outcome for each run, and goes on (%s)',
    async (what) => {
      const overServer = what === 'app-server' || what === 'thread';
      // A rehearsal needs a codex whose version is known.
      const lines = await host(what, overServer ? 'as-answers' : 'tells-its-version');
      // The fake app server has another answer than the schema wants.
      const well = overServer ? 'schema_mismatch' : 'ok';
      const kindsIn = (phase: string) => lines.filter((line) => line.phase === phase).map(({ kind }) => kind);
      expect(lines).toHaveLength(14);
      for (const kind of kindsIn('few left')) expect(kind).toMatch(NOT_STARTED);
      for (const kind of kindsIn('many at once')) if (kind !== well) expect(kind).toMatch(NOT_STARTED);
      expect(kindsIn('after')).toEqual([well]);
    },
  );

  it('is told so by an agent, too', async () => {
    const [first] = await host('agent', 'as-answers');
    expect(first).toEqual({ phase: 'few left', kind: 'spawn_failed' });
  });
});

describe('the command line with few file descriptors', () => {
  const prompt = ['--skip-git-repo-check', '--codex-path', join(FAKES, 'answers', 'codex')];
  const commands: readonly (readonly string[])[] = [
    ['run', '{}', 'hi', '--schema-mode', 'raw'],
    ['run', '{}', 'hi', '--schema-mode', 'raw', '--transport', 'app-server'],
    [
      'run',
      '{"type":"object","properties":{},"required":[],"additionalProperties":false}',
      'hi',
      '--rehearse',
    ],
  ];

  it.each(commands.map((command) => [command.slice(3).join(' '), command] as const))(
    'says that codex cannot be started, without a stack (run %s)',
    async (_, command) => {
      const { stdout, stderr, code } = await limited(22, [CLI, ...command, ...prompt]);
      expect(stderr).toMatch(/^codex-structured: spawn_failed: codex cannot be started: .*EMFILE.*\n$/);
      expect({ stdout, code }).toEqual({ stdout: '', code: 126 });
    },
  );
});
