import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CHECK_NAMES, type Check } from '../../src/run/doctor/check.js';
import { CLI, CliBench } from '../support/cli.js';
import { codexLauncher, codexVersion } from '../support/real-codex.js';

interface Report {
  readonly ok: boolean;
  readonly checks: readonly Check[];
}

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
  mkdirSync(bench.path('codex-home'));
});
afterEach(() => bench.dispose());

/** The pinned codex, with a CODEX_HOME that stands for the user's. */
function realCodex(extra: Record<string, string> = {}): Record<string, string> {
  return {
    CODEX_HOME: bench.path('codex-home'),
    CODEX_STRUCTURED_CODEX_PATH: codexLauncher(),
    ...extra,
  };
}

async function reportOf(args: readonly string[], env: Record<string, string>) {
  const { code, stdout, stderr } = await bench.run(['doctor', '--json', ...args], { env });
  expect(stderr).toBe('');
  expect(stdout.split('\n')).toHaveLength(2);
  const report = JSON.parse(stdout) as Report;
  return { code, report, check: (name: string) => report.checks.find((check) => check.name === name) };
}

describe('doctor with the real codex', () => {
  it('looks at everything, and rehearses a turn on both transports', async () => {
    const { code, report, check } = await reportOf([], realCodex({ CODEX_API_KEY: 'sk-secret-of-the-test' }));
    expect(report.checks.map(({ name }) => name)).toEqual(CHECK_NAMES);
    expect(report.checks.filter(({ status }) => status === 'problem')).toEqual([]);
    expect({ code, ok: report.ok }).toEqual({ code: 0, ok: true });
    expect(check('codex')?.details).toMatchObject({ foundAt: 'CODEX_STRUCTURED_CODEX_PATH' });
    expect(check('version')?.details).toMatchObject({ version: codexVersion(), lacks: [] });
    expect(check('rehearsal_exec')).toMatchObject({ status: 'ok', details: { kind: 'ok' } });
    expect(check('rehearsal_app_server')).toMatchObject({ status: 'ok', details: { kind: 'ok' } });
    expect(check('login')).toMatchObject({ status: 'warning', details: { environment: ['CODEX_API_KEY'] } });
    expect(JSON.stringify(report)).not.toContain('sk-secret');
    // The turns left no trace with the user, and nothing in the temporary directory.
    expect(readdirSync(bench.path('codex-home'))).not.toContain('sessions');
    // (The folder of codex's own sandbox is codex's.)
    expect(readdirSync(bench.path('tmp')).filter((name) => !name.startsWith('codex-bwrap'))).toEqual([]);
  });

  it('tells a login with a key, and nothing of the key', async () => {
    const auth = { auth_mode: 'apikey', OPENAI_API_KEY: 'sk-proj-0123456789-tail9' };
    writeFileSync(bench.path('codex-home', 'auth.json'), JSON.stringify(auth), { mode: 0o600 });
    const { code, report, check } = await reportOf(['--no-rehearsal'], realCodex());
    expect(check('login')).toMatchObject({ status: 'ok', details: { method: 'api_key' } });
    expect(code).toBe(0);
    expect(check('rehearsal_exec')?.status).toBe('skipped');
    for (const part of ['sk-proj', 'tail9', '0123456789']) expect(JSON.stringify(report)).not.toContain(part);
  });

  it('tells the line of a config.toml that codex cannot load', async () => {
    writeFileSync(bench.path('codex-home', 'config.toml'), 'model = "m"\nsandbox_mode = 5\n');
    const { code, check } = await reportOf(['--no-rehearsal'], realCodex());
    expect(check('config')).toMatchObject({
      status: 'problem',
      summary: expect.stringContaining('config.toml:2:16'),
    });
    expect(check('login')?.status).toBe('skipped');
    expect(code).toBe(1);
  });

  it('tells a CODEX_HOME that is not there, also by codex itself', async () => {
    const { code, check } = await reportOf(['--no-rehearsal'], realCodex({ CODEX_HOME: bench.path('none') }));
    expect(check('codex_home')?.status).toBe('problem');
    expect(check('config')?.status).toBe('problem');
    expect(code).toBe(1);
  });
});

describe('doctor without a usable codex', () => {
  it('says where it was looked for, and skips what needs one', async () => {
    const { code, report, check } = await reportOf(['--codex-path', './none'], {});
    expect(code).toBe(1);
    expect(check('codex')).toMatchObject({
      status: 'problem',
      advice: expect.stringContaining('--codex-path'),
    });
    expect(JSON.stringify(check('codex')?.details)).toContain('none');
    const skipped = ['version', 'config', 'login', 'sandbox', 'rehearsal_exec', 'rehearsal_app_server'];
    expect(report.checks.filter(({ status }) => status === 'skipped').map(({ name }) => name)).toEqual(
      skipped,
    );
  });

  it('ends a codex that hangs at the limit of each check', async () => {
    bench.write('bin/codex', '#!/bin/sh\nexec sleep 600\n', 0o755);
    const { code, check } = await reportOf(['--timeout', '300ms'], {});
    expect(code).toBe(1);
    expect(check('version')?.status).toBe('warning');
    expect(check('login')).toMatchObject({
      status: 'warning',
      summary: expect.stringContaining('timed out'),
    });
    expect(check('rehearsal_exec')).toMatchObject({ status: 'problem', details: { kind: 'timeout' } });
  });

  it('tells a rehearsal that fails by its kind and what to do', async () => {
    bench.write('bin/codex', '#!/bin/sh\necho no such luck >&2\nexit 3\n', 0o755);
    const { check } = await reportOf([], {});
    expect(check('rehearsal_exec')).toMatchObject({
      status: 'problem',
      summary: expect.stringContaining('process_failed'),
      advice: expect.stringContaining('--rehearse --verbose --transport exec'),
    });
  });

  it('ends in an orderly way at a signal', async () => {
    bench.write('bin/codex', `#!/bin/sh\necho "$$" >> '${bench.path('started')}'\nexec sleep 600\n`, 0o755);
    const started = bench.start(['doctor']);
    await untilWritten('started', 4);
    started.child.kill('SIGINT');
    expect(await started.result).toMatchObject({ code: 130 });
    for (const pid of bench.read('started').trim().split('\n')) {
      expect(spawnSync('kill', ['-0', pid]).status).not.toBe(0);
    }
  });
});

/** The version, the login, the sandbox and a rehearsal each start one. */
async function untilWritten(name: string, lines: number): Promise<void> {
  while (!bench.has(name) || bench.read(name).trim().split('\n').length < lines) {
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

describe('doctor for people', () => {
  it('has a line for each check, what to do below it, and a verdict', async () => {
    const { code, stdout, stderr } = await bench.run(['doctor', '--no-rehearsal'], { env: realCodex() });
    expect({ code, stderr }).toEqual({ code: 1, stderr: '' });
    for (const name of CHECK_NAMES) expect(stdout).toMatch(new RegExp(`^\\S+ +${name} +\\S`, 'm'));
    expect(stdout).toMatch(/^PROBLEM {2}login {15} {2}codex is not logged in\.\n {31}→ Run 'codex login'/m);
    expect(stdout.trimEnd().split('\n').at(-1)).toMatch(/^1 problem.*: see → for the fix\.$/);
    expect(stdout).not.toContain('\x1b');
  });

  it('is coloured on a terminal only', async () => {
    const line = `'${process.execPath}' '${CLI}' doctor --no-rehearsal`;
    const child = spawn('script', ['-qec', line, '/dev/null'], {
      cwd: bench.folder,
      env: { ...bench.environment(realCodex()), TERM: 'xterm', SHELL: '/bin/sh' } as NodeJS.ProcessEnv,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    let text = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk;
    });
    await new Promise((resolve) => child.on('close', resolve));
    expect(text).toContain('\x1b[31mPROBLEM\x1b[39m  login');
  });

  it('whose reader has gone away ends quietly; on a full disk it says so', async () => {
    const env = bench.environment(realCodex()) as NodeJS.ProcessEnv;
    const shell = (line: string) =>
      spawnSync('bash', ['-c', line], { cwd: bench.folder, env, encoding: 'utf8' });
    const command = `'${process.execPath}' '${CLI}' doctor --no-rehearsal`;
    expect(shell(`set -o pipefail; ${command} | head -1 >/dev/null`).stderr).toBe('');
    const full = shell(`${command} > /dev/full`);
    expect(full.status).toBe(74);
    expect(full.stderr).toContain('cannot be written');
  });
});

it('docs have every name of a check', () => {
  const page = readFileSync(new URL('../../docs/doctor.md', import.meta.url), 'utf8');
  for (const name of CHECK_NAMES) expect(page).toContain(`| \`${name}\` |`);
});
