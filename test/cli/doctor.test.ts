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

const NEED_CODEX = ['version', 'config', 'login', 'sandbox', 'rehearsal_exec', 'rehearsal_app_server'];

function problemsIn({ checks }: Report): readonly string[] {
  return checks.filter(({ status }) => status === 'problem').map(({ name }) => name);
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
    expect(check('sandbox')).toMatchObject({ status: 'skipped', advice: null });
    expect(code).toBe(1);
  });

  it('tells a temporary directory that is not there, once, and gives no advice about the sandbox', async () => {
    const auth = { auth_mode: 'apikey', OPENAI_API_KEY: 'sk-proj-0123456789-tail9' };
    writeFileSync(bench.path('codex-home', 'auth.json'), JSON.stringify(auth), { mode: 0o600 });
    const { code, report, check } = await reportOf([], realCodex({ TMPDIR: bench.path('none') }));
    expect(problemsIn(report)).toEqual(['temp_dir']);
    expect(check('sandbox')).toMatchObject({ status: 'skipped', advice: null });
    expect(JSON.stringify(report)).not.toContain('danger-full-access');
    expect(code).toBe(1);
  });

  it('names a CA certificate that is not there', async () => {
    const { check } = await reportOf(
      ['--no-rehearsal'],
      realCodex({ SSL_CERT_FILE: bench.path('company.pem'), HTTPS_PROXY: 'http://me:secret@127.0.0.1:1' }),
    );
    expect(check('certificates')).toMatchObject({
      status: 'warning',
      summary: expect.stringContaining('company.pem): there is no such file'),
    });
    expect(check('proxy')).toMatchObject({
      status: 'problem',
      summary: expect.stringContaining('HTTPS_PROXY names 127.0.0.1:1, which cannot be reached'),
    });
  });

  it('tells a CODEX_HOME that is not there, once', async () => {
    const { code, report, check } = await reportOf(
      ['--no-rehearsal'],
      realCodex({ CODEX_HOME: bench.path('none') }),
    );
    expect(check('codex_home')?.status).toBe('problem');
    expect(problemsIn(report)).toEqual(['codex_home']);
    expect(check('sandbox')).toMatchObject({
      status: 'skipped',
      summary: 'Not checked, because of the problem with codex_home.',
    });
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
    expect(report.checks.filter(({ status }) => status === 'skipped').map(({ name }) => name)).toEqual(
      NEED_CODEX,
    );
  });

  it.each([
    ['hangs', 'exec sleep 600', 'gave no answer within 0.3 s'],
    ['is another program', 'echo "hello 1.0"', 'printed "hello 1.0"'],
    ['prints nothing', 'exit 0', 'printed nothing'],
    ['crashes', 'echo no such luck >&2; exit 3', 'printed "no such luck" and exited with code 3'],
    ['reads stdin to its end', 'exec cat', 'printed nothing'],
  ])('says that a program that %s is not codex, and once', async (_, script, words) => {
    bench.write('bin/codex', `#!/bin/sh\n${script}\n`, 0o755);
    for (const rehearsal of [[], ['--no-rehearsal']]) {
      const { code, report, check } = await reportOf(['--timeout', '300ms', ...rehearsal], {});
      expect(code).toBe(1);
      expect(problemsIn(report)).toEqual(['codex']);
      expect(check('codex')?.summary).toContain(`does not work as codex: '--version' ${words}`);
      for (const name of NEED_CODEX) expect(check(name)?.status).toBe('skipped');
    }
  });

  it('stops a codex that hangs later at the limit of each check', async () => {
    bench.write(
      'bin/codex',
      '#!/bin/sh\n[ "$1" = --version ] && echo codex-cli 0.171.0 && exit\nexec sleep 600\n',
      0o755,
    );
    const { code, check } = await reportOf(['--timeout', '300ms'], {});
    expect(code).toBe(1);
    expect(check('login')).toMatchObject({
      status: 'warning',
      summary: expect.stringContaining('timed out'),
    });
    expect(check('sandbox')).toMatchObject({
      status: 'warning',
      summary: "'codex sandbox -- true' timed out.",
      advice: "Run 'codex sandbox -- true' to see why.",
    });
    expect(check('rehearsal_exec')).toMatchObject({ status: 'problem', details: { kind: 'timeout' } });
  });

  it.each([
    ['bwrap: Creating new namespace failed: Operation not permitted', 'seccomp profile of the container'],
    ['Error: no such profile', "Run 'codex sandbox -- true' to see why."],
  ])('advises to allow sandboxes only if one was refused: %s', async (stderr, advice) => {
    bench.write(
      'bin/codex',
      `#!/bin/sh\ncase "$1" in --version) echo codex-cli 0.171.0;; sandbox) echo "${stderr}" >&2; exit 1;; *) echo Not logged in; exit 1;; esac\n`,
      0o755,
    );
    const { check } = await reportOf(['--no-rehearsal'], {});
    const { summary = '', advice: given } = check('sandbox') ?? {};
    expect({ summary, given }).toEqual({
      summary: expect.stringContaining(stderr),
      given: expect.stringContaining(advice),
    });
  });

  it('accepts a codex that hides its version, with a warning', async () => {
    bench.write('bin/codex', '#!/bin/sh\n[ "$1" = login ] && echo Logged in using ChatGPT\nexit 0\n', 0o755);
    const { code, check } = await reportOf(['--no-rehearsal'], {});
    expect(code).toBe(0);
    expect(check('version')).toMatchObject({ status: 'warning' });
    expect(check('login')).toMatchObject({ status: 'ok' });
  });

  it('tells a rehearsal that fails by its kind and what to do', async () => {
    bench.write(
      'bin/codex',
      '#!/bin/sh\n[ "$1" = --version ] && echo codex-cli 0.171.0 && exit\necho no such luck >&2\nexit 3\n',
      0o755,
    );
    const { check } = await reportOf([], {});
    expect(check('rehearsal_exec')).toMatchObject({
      status: 'problem',
      summary: expect.stringContaining('process_failed'),
      advice: expect.stringContaining('--rehearse --verbose --transport exec'),
    });
  });

  it('ends in an orderly way at a signal', async () => {
    bench.write(
      'bin/codex',
      `#!/bin/sh\n[ "$1" = --version ] && echo codex-cli 0.171.0 && exit\necho "$$" >> '${bench.path('started')}'\nexec sleep 600\n`,
      0o755,
    );
    const started = bench.start(['doctor']);
    await untilWritten('started', 3);
    started.child.kill('SIGINT');
    expect(await started.result).toMatchObject({ code: 130 });
    for (const pid of bench.read('started').trim().split('\n')) {
      expect(spawnSync('kill', ['-0', pid]).status).not.toBe(0);
    }
  });
});

/** The login and the rehearsals each start one. */
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
