import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { answering, CliBench } from '../support/cli.js';
import { ConnectProxy } from '../support/connect-proxy.js';
import { putExecutable, putLauncher, putNative, TARGET } from '../support/npm-layout.js';
import { methodsAsked, putOldCodex, startsOf } from '../support/old-codex.js';

let bench: CliBench;
let proxy: ConnectProxy;
beforeEach(async () => {
  bench = new CliBench();
  proxy = await ConnectProxy.open(502);
});
afterEach(async () => {
  await proxy.close();
  bench.dispose();
});

interface Refused {
  readonly needs: string;
  readonly found?: string;
  readonly capability: string;
}

/** The envelope of a command that must not send codex anything. */
async function refusedBy(args: readonly string[], expected: Refused): Promise<string> {
  const { code, stdout } = await bench.run([...args, '--envelope']);
  const outcome = JSON.parse(stdout);
  expect(outcome).toMatchObject({
    kind: 'unsupported',
    workMayHaveRun: false,
    retryable: false,
    ...expected,
  });
  expect(code).toBe(13);
  expect(methodsAsked(bench)).not.toContain('thread/start');
  expect(methodsAsked(bench)).not.toContain('turn/start');
  return outcome.message;
}

const RUN = ['run', 's.json', 'hi'];
const OVER_APP_SERVER = ['--transport', 'app-server'];

describe('a release that lacks what the command needs is refused before a turn', () => {
  test.each([
    ['0.42.0', RUN, 'exec_output_schema', '0.44.0'],
    ['0.43.0', RUN, 'exec_output_schema', '0.44.0'],
    ['0.98.0', [...RUN, '--ephemeral'], '--ephemeral', '0.99.0'],
    ['0.121.0', [...RUN, '--ignore-rules'], '--ignore-rules', '0.122.0'],
    ['0.153.0', [...RUN, '--worktree'], '--worktree', '0.154.0'],
    ['0.131.0', ['resume', 's.json', 's-1', 'hi'], 'resume_output_schema', '0.132.0'],
    ['0.77.0', ['resume', 's.json', '--last', 'hi'], 'resume_output_schema', '0.132.0'],
    ['0.131.0', ['review', 's.json', '--uncommitted'], 'resume_output_schema', '0.132.0'],
    ['0.131.0', [...RUN, '--two-step'], 'resume_output_schema', '0.132.0'],
    ['0.147.0', ['fork', 's.json', 's-1', 'hi'], 'exec_fork', '0.148.0'],
    ['0.98.0', [...RUN, '--rehearse'], 'rehearsal_exec', '0.99.0'],
    // Its app server would be asked only after the process has started.
    ['0.77.0', [...RUN, '--rehearse', ...OVER_APP_SERVER], 'rehearsal_app_server', '0.99.0'],
  ])('%s: %j', async (version, args, capability, needs) => {
    putOldCodex(bench, { version });
    const message = await refusedBy(args, { capability, needs, found: `codex ${version}` });
    expect(message).toMatch(
      new RegExp(`^codex ${version} does not support .* \\(needs ${needs} or later\\)\\. Update it`),
    );
    expect(startsOf(bench)).toEqual([]);
  });

  test.each([
    ['0.42.0', RUN, 'app_server_output_schema', '0.79.0'],
    ['0.58.0', RUN, 'app_server_output_schema', '0.79.0'],
    ['0.77.0', RUN, 'app_server_output_schema', '0.79.0'],
    ['0.100.0', [...RUN, '--context', 'a=b'], 'additional_context', '0.135.0'],
    ['0.134.0', [...RUN, '--context-untrusted', 'a=b'], 'additional_context', '0.135.0'],
    ['0.79.0', ['fork', 's.json', 's-1', 'hi'], 'thread/fork', '0.80.0'],
    ['0.101.0', ['resume', 's.json', '--last', 'hi'], 'app_server_resume_last', '0.104.0'],
    ['0.106.0', [...RUN, '--ephemeral'], 'app_server_ephemeral', '0.107.0'],
    ['0.130.0', [...RUN, '--add-dir', '.'], 'app_server_add_dir', '0.131.0'],
    ['0.77.0', ['review', 's.json', '--uncommitted'], 'app_server_output_schema', '0.79.0'],
  ])('%s over the app server: %j', async (version, args, capability, needs) => {
    putOldCodex(bench, { version });
    await refusedBy([...args, ...OVER_APP_SERVER], { capability, needs, found: `codex ${version}` });
  });

  test('the message says what else there is to do', async () => {
    putOldCodex(bench, { version: '0.77.0' });
    const { stderr } = await bench.run([...RUN, ...OVER_APP_SERVER]);
    expect(stderr).toContain(
      "codex 0.77.0 does not support output schemas over the app server (needs 0.79.0 or later). Update it with 'npm install -g @openai/codex', or use --transport exec.",
    );
  });

  test('the release with the floor goes on', async () => {
    putOldCodex(bench, { version: '0.135.0' });
    const { code, stdout } = await bench.run([...RUN, ...OVER_APP_SERVER, '--context', 'a=b']);
    expect({ code, stdout }).toEqual({ code: 0, stdout: '{"name":"Ada"}\n' });
    expect(methodsAsked(bench)).toContain('turn/start');
  });
});

describe('batch', () => {
  const results = (stdout: string) =>
    stdout
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line));

  test.each([
    ['0.77.0', [], {}, 'app_server_output_schema'],
    ['0.134.0', [], { context: { a: { value: 'b', kind: 'application' } } }, 'additional_context'],
    ['0.87.0', ['--transport', 'exec'], {}, '--ephemeral'],
    ['0.42.0', ['--transport', 'exec'], {}, '--ephemeral'],
    ['0.77.0', ['--rehearse'], {}, 'rehearsal_app_server'],
    ['0.98.0', ['--rehearse', '--transport', 'exec'], {}, 'rehearsal_exec'],
  ])('%s %j %j: no task is sent', async (version, args, task, capability) => {
    putOldCodex(bench, { version });
    bench.write('tasks.jsonl', `${JSON.stringify({ prompt: 'hi', ...task })}\n`);
    const { stdout } = await bench.run(['batch', 's.json', 'tasks.jsonl', ...args]);
    expect(results(stdout)).toMatchObject([
      { kind: 'unsupported', capability, found: `codex ${version}`, workMayHaveRun: false },
    ]);
    expect(methodsAsked(bench)).not.toContain('thread/start');
    expect(startsOf(bench).filter((start) => start.startsWith('exec'))).toEqual([]);
  });
});

describe('a codex that does not tell its version', () => {
  test.each([
    [['review', 's.json', '--uncommitted'], 'resume_output_schema'],
    [[...RUN, '--two-step'], 'resume_output_schema'],
    [[...RUN, '--rehearse'], 'rehearsal_exec'],
    [[...RUN, '--rehearse', ...OVER_APP_SERVER], 'rehearsal_app_server'],
  ])('is not asked for what an old one would do half: %j', async (args, capability) => {
    putOldCodex(bench, {});
    const { code, stdout } = await bench.run([...args, '--envelope']);
    expect(JSON.parse(stdout)).toMatchObject({
      kind: 'unsupported',
      capability,
      workMayHaveRun: false,
      message: expect.stringContaining('version of this codex is unknown'),
    });
    expect(code).toBe(13);
    expect(startsOf(bench)).toEqual([]);
  });

  test('nor is its app server, if that does not tell either', async () => {
    putOldCodex(bench, {});
    await refusedBy([...RUN, ...OVER_APP_SERVER], {
      capability: 'app_server_output_schema',
      needs: '0.79.0',
    });
  });

  test('is believed what its app server says of itself', async () => {
    putOldCodex(bench, { userAgent: '0.134.0' });
    await refusedBy([...RUN, ...OVER_APP_SERVER, '--context', 'a=b'], {
      capability: 'additional_context',
      needs: '0.135.0',
      found: 'codex 0.134.0',
    });
  });

  test.each([[RUN], [['resume', 's.json', 's-1', 'hi']], [['fork', 's.json', 's-1', 'hi']]])(
    'is asked for what an old one would refuse: %j',
    async (args) => {
      putOldCodex(bench, {});
      expect(await bench.run(args)).toMatchObject({ code: 0, stdout: '{"name":"Ada"}\n' });
    },
  );

  test.each([
    [RUN, '--output-schema', 'exec_output_schema'],
    [['resume', 's.json', 's-1', 'hi'], '--json', 'resume_output_schema'],
    [['fork', 's.json', 's-1', 'hi'], 's-1', 'exec_fork'],
    [[...RUN, '--ephemeral'], '--ephemeral', '--ephemeral'],
    [[...RUN, '--add-dir', '.'], '--add-dir', '--add-dir'],
  ])('is known by its refusal: %j', async (args, argument, capability) => {
    bench.write(
      'bin/codex',
      `#!/bin/sh\n[ "$1" = --version ] && exit\necho "error: unexpected argument '${argument}' found" >&2\nexit 2\n`,
      0o755,
    );
    await refusedBy(args, {
      capability,
      needs: expect.any(String) as unknown as string,
      found: 'an older codex',
    });
  });
});

test('a wrapper may print more than the version', async () => {
  putOldCodex(bench, { version: '0.42.0', banner: true });
  await refusedBy(RUN, { capability: 'exec_output_schema', needs: '0.44.0', found: 'codex 0.42.0' });
  putOldCodex(bench, { version: '0.171.0', banner: true });
  expect(await bench.run(['review', 's.json', '--uncommitted'])).toMatchObject({ code: 0 });
});

describe('a rehearsal stays on this machine', () => {
  test.each([
    ['run over exec', [...RUN, '--rehearse']],
    ['run over the app server', [...RUN, '--rehearse', ...OVER_APP_SERVER]],
    ['batch', ['batch', 's.json', 'tasks.jsonl', '--rehearse']],
    ['batch over exec', ['batch', 's.json', 'tasks.jsonl', '--rehearse', '--transport', 'exec']],
    ['doctor', ['doctor', '--json']],
  ])('%s: an old codex is not started', async (_, args) => {
    putOldCodex(bench, { version: '0.98.0' });
    bench.write('tasks.jsonl', '{"prompt":"hi"}\n');
    const { code } = await bench.run(args, { env: { HTTPS_PROXY: `http://${proxy.address}` } });
    expect(code).not.toBe(0);
    expect(startsOf(bench).filter((start) => /^exec|app-server/.test(start))).toEqual([]);
    if (args[0] !== 'doctor') expect(proxy.asked).toEqual([]);
  });

  test('doctor says which release is needed', async () => {
    putOldCodex(bench, { version: '0.77.0' });
    const { stdout } = await bench.run(['doctor', '--json']);
    const { checks } = JSON.parse(stdout) as { checks: { name: string; status: string; summary: string }[] };
    for (const name of ['rehearsal_exec', 'rehearsal_app_server']) {
      expect(checks.find((check) => check.name === name)).toMatchObject({
        status: 'problem',
        summary: expect.stringMatching(/^codex 0\.77\.0 does not support rehearsals.*needs 0\.99\.0/),
        advice: expect.stringContaining('npm install -g @openai/codex'),
      });
    }
  });
});

describe('bridge output-schema', () => {
  const LINES = [
    { id: 1, method: 'initialize', params: {} },
    { id: 2, method: 'thread/start', params: {} },
    { id: 3, method: 'turn/start', params: { threadId: 't-1' } },
  ].map((line) => `${JSON.stringify(line)}\n`);

  test.each(['0.58.0', '0.77.0'])('codex %s: nothing is forwarded', async (version) => {
    putOldCodex(bench, { version });
    const { code, stderr } = await bench.run(['bridge', 'output-schema', '--schema', 's.json'], {
      stdin: LINES.join(''),
    });
    expect(code).toBe(13);
    expect(stderr).toContain(`codex ${version} does not support output schemas over the app server`);
    expect(startsOf(bench)).toEqual([]);
  });

  test.each([
    ['too old', '0.77.0', 'codex 0.77.0 does not support output schemas'],
    ['unknown', 'nothing', 'The version of this codex is unknown'],
  ])(
    'a version that only the handshake shows to be %s: no turn is forwarded',
    async (_, userAgent, words) => {
      putOldCodex(bench, { userAgent });
      const bridge = bench.start(['bridge', 'output-schema', '--schema', 's.json'], { stdin: 'open' });
      for (const line of LINES) {
        bridge.child.stdin?.write(line);
        await answered(bridge.child, JSON.parse(line).id);
      }
      const { code, stderr } = await bridge.result;
      expect(code).toBe(13);
      expect(stderr).toContain(words);
      expect(methodsAsked(bench)).toEqual(['initialize', 'thread/start']);
    },
  );

  /** Resolves when the request is answered, or nothing more is to come. */
  function answered(child: ReturnType<CliBench['start']>['child'], id: number): Promise<void> {
    return new Promise((resolve) => {
      let text = '';
      const look = (chunk: string) => {
        text += chunk;
        if (!text.includes(`{"id":${id},`)) return;
        child.stdout?.off('data', look);
        resolve();
      };
      child.stdout?.on('data', look);
      child.once('close', () => resolve());
    });
  }
});

describe('a codex that npm installed', () => {
  /** Its native binary keeps a record of how it was started. */
  function install(version: string): string {
    const modules = bench.path('node_modules');
    const launcher = putLauncher(modules, version);
    const native = putNative(modules, `bin/${TARGET.binary}`);
    const answer = answering('{"name":"Ada"}').map((event) => JSON.stringify(event));
    const said = answer.map((line) => `echo '${line}'`).join('\n');
    putExecutable(native, `#!/bin/sh\necho "$*" >> '${bench.path('starts')}'\ncat > /dev/null\n${said}\n`);
    return launcher;
  }

  test('is not started to learn its version', async () => {
    const { code } = await bench.run([...RUN, '--codex-path', install('0.171.0')]);
    expect(code).toBe(0);
    expect(startsOf(bench)).toEqual([expect.stringMatching(/^exec --json/)]);
  });

  test.each(['0.42.0', '0.43.0'])('is refused by the version of its package: %s', async (version) => {
    const args = [...RUN, '--codex-path', install(version)];
    await refusedBy(args, { capability: 'exec_output_schema', needs: '0.44.0', found: `codex ${version}` });
    expect(startsOf(bench)).toEqual([]);
  });
});

test.each([['--repair=1'], ['--two-step']])('--worktree and %s are not taken together', async (flag) => {
  const { code, stderr } = await bench.run([...RUN, '--worktree', flag]);
  expect(code).toBe(2);
  expect(stderr).toContain('codex resumes it outside of its worktree');
  expect(bench.codexRan()).toBe(false);
});

test.each([
  [['--remote=ws://127.0.0.1:1'], 'run codex-structured on the machine of that server'],
  [['--', '--remote', 'ws://127.0.0.1:1'], 'run codex-structured on the machine of that server'],
  [['--trust'], "pass flags of codex after '--'"],
])('%j is a usage error that says what to do', async (args, words) => {
  const { code, stderr } = await bench.run([...RUN, ...args]);
  expect(code).toBe(2);
  expect(stderr.toLowerCase()).toContain(words);
  expect(bench.codexRan()).toBe(false);
});
