import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { askCodex } from '../../../src/run/doctor/answers.js';
import { checkCertificates } from '../../../src/run/doctor/certificates.js';
import type { DoctorContext, Finding } from '../../../src/run/doctor/check.js';
import { checkCodexHome } from '../../../src/run/doctor/codex-home.js';
import { checkConfig } from '../../../src/run/doctor/config.js';
import { configuredProvider } from '../../../src/run/doctor/configured-provider.js';
import { checkLeftovers } from '../../../src/run/doctor/leftovers.js';
import { checkLogin } from '../../../src/run/doctor/login.js';
import { type LoginStatus, readLoginStatus } from '../../../src/run/doctor/login-status.js';
import { checkNode, MINIMUM_NODE } from '../../../src/run/doctor/node.js';
import { checkProxy } from '../../../src/run/doctor/proxy.js';
import { checkTempDir, judgeSpace } from '../../../src/run/doctor/temp-dir.js';
import { timedCheck } from '../../../src/run/doctor/timed-check.js';
import { checkVersion, TESTED_CODEX } from '../../../src/run/doctor/version.js';

const MANIFEST = JSON.parse(readFileSync(join(import.meta.dirname, '../../../package.json'), 'utf8'));
/** Higher than any pid on Linux. */
const DEAD_PID = 4_194_305;

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codex-structured-doctor-test-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function patient(env: DoctorContext['env'], version: string | null = null): DoctorContext {
  const codex = { path: '/nowhere/codex', prefixArgs: [], env: {}, foundAt: 'PATH', version };
  return { env, cwd: folder, codex, limitMs: 1000 };
}

function inHome(files: Readonly<Record<string, string>>): DoctorContext {
  const home = join(folder, 'codex-home');
  mkdirSync(home);
  for (const [name, text] of Object.entries(files)) writeFileSync(join(home, name), text, { mode: 0o600 });
  return patient({ CODEX_HOME: home });
}

const versionOf = (context: DoctorContext) => checkVersion(context, askCodex(context));

const said = (stderr: string, exitCode: number | null = 0, timedOut = false) => ({
  stdout: '',
  stderr,
  exitCode,
  timedOut,
});

describe('the Node version', () => {
  it('is compared with package.json', () => {
    expect(MANIFEST.engines.node).toBe(`>=${MINIMUM_NODE.replace(/\.0$/, '')}`);
    expect(checkNode('20.19.0').status).toBe('ok');
    expect(checkNode('20.18.3')).toMatchObject({
      status: 'problem',
      advice: expect.stringContaining('20.19.0'),
    });
  });
});

describe('the version of codex', () => {
  it('is compared with the tested version', async () => {
    expect(MANIFEST.devDependencies['@openai/codex']).toBe(TESTED_CODEX);
    expect((await versionOf(patient({}, TESTED_CODEX))).summary).toBe(
      `codex ${TESTED_CODEX} supports everything.`,
    );
  });

  it.each([
    ['0.163.0', 'ok', '8 minor releases older than 0.171.0'],
    ['0.140.0', 'warning', 'does not support forking a session (needs 0.148.0)'],
    ['0.41.0', 'problem', 'does not support output schemas (needs 0.44.0)'],
  ])('%s: %s', async (version, status, words) => {
    const found = await versionOf(patient({}, version));
    expect(found).toMatchObject({ status, summary: expect.stringContaining(words) });
  });

  it('is compared with the newest version that codex saw, if that is newer', async () => {
    const { env } = inHome({ 'version.json': '{"latest_version":"0.175.0"}' });
    const found = await versionOf(patient(env, '0.171.0'));
    expect(found.summary).toContain('4 minor releases older than 0.175.0');
  });
});

describe('CODEX_HOME', () => {
  it('must be an existing directory if CODEX_HOME names it', async () => {
    expect(await checkCodexHome(patient({ CODEX_HOME: join(folder, 'none') }))).toMatchObject({
      status: 'problem',
      summary: expect.stringContaining('does not exist; codex will not start'),
    });
    writeFileSync(join(folder, 'file'), '');
    expect(await checkCodexHome(patient({ CODEX_HOME: join(folder, 'file') }))).toMatchObject({
      status: 'problem',
      summary: expect.stringContaining('is not a directory'),
    });
  });

  it('is created by codex if it is the default', async () => {
    expect(await checkCodexHome(patient({ HOME: folder }))).toMatchObject({
      status: 'ok',
      details: { path: join(folder, '.codex'), isNamed: false },
    });
  });

  it('must not let other users read the login', async () => {
    const at = inHome({ 'auth.json': '{}' });
    expect((await checkCodexHome(at)).status).toBe('ok');
    const open = join(folder, 'open');
    mkdirSync(open);
    writeFileSync(join(open, 'auth.json'), '{}', { mode: 0o644 });
    expect((await checkCodexHome(patient({ CODEX_HOME: open }))).status).toBe('warning');
  });
});

describe('the login', () => {
  it.each<[string, LoginStatus]>([
    ['Logged in using ChatGPT\n', { kind: 'logged_in', method: 'chatgpt' }],
    ['API key configured - sk-proj-***ABCDE\n', { kind: 'logged_in', method: 'api_key' }],
    ['Logged in using an API key - sk-proj-***ABCDE\n', { kind: 'logged_in', method: 'api_key' }],
  ])('is read from %j, without the key', (text, status) => {
    expect(readLoginStatus(said(text), {})).toEqual(status);
    expect(readLoginStatus({ ...said(''), stdout: text }, {})).toEqual(status);
  });

  it('is parsed if there is none, or if it cannot be read', () => {
    expect(readLoginStatus(said('Not logged in\n', 1), {})).toEqual({ kind: 'none' });
    expect(readLoginStatus(said('Error checking login status: bad\n', 1), {})).toEqual({
      kind: 'unreadable',
    });
    expect(readLoginStatus(said('', null, true), {}).kind).toBe('unknown');
    expect(readLoginStatus(said('error: unrecognized subcommand', 2), {}).kind).toBe('unknown');
    // Another program that accepts any argument.
    expect(readLoginStatus(said('hello'), {}).kind).toBe('unknown');
  });

  const none: LoginStatus = { kind: 'none' };
  const key = 'sk-0123456789abcdef';
  it.each<[string, DoctorContext['env'], Finding['status'], string]>([
    ['no login at all', {}, 'problem', 'codex is not logged in.'],
    ['OPENAI_API_KEY alone', { OPENAI_API_KEY: key }, 'problem', 'codex does not read it'],
    ['CODEX_API_KEY', { CODEX_API_KEY: key }, 'warning', 'not the app server'],
    ['a line feed at the end of it, which codex removes', { CODEX_API_KEY: `${key}\n` }, 'warning', 'only'],
    ['a line feed in it', { CODEX_API_KEY: `${key}\nx` }, 'problem', 'contains a line break'],
  ])('with %s', async (_, env, status, words) => {
    const found = await checkLogin(patient({ ...env, HOME: folder }), none);
    expect(found).toMatchObject({ status, summary: expect.stringContaining(words) });
    expect(JSON.stringify(found)).not.toContain(key);
  });

  it("does not matter if config.toml selects a provider; a profile's provider counts only with the profile", async () => {
    const found = await checkLogin(inHome({ 'config.toml': 'model_provider = "ollama"\n' }), none);
    expect(found).toMatchObject({ status: 'ok', summary: expect.stringContaining("'ollama'") });
    const text = '[profiles.local]\nmodel_provider = "ollama"\n';
    const other = join(folder, 'other');
    mkdirSync(other);
    writeFileSync(join(other, 'config.toml'), text);
    expect(await configuredProvider(patient({ CODEX_HOME: other }))).toBeNull();
  });
});

describe('the configuration', () => {
  it('is reported with its line, without its values', async () => {
    const text =
      'Error loading configuration: /h/config.toml:3:16: invalid type: string "Bearer abcdef", expected a map\n';
    const status = readLoginStatus(said(text, 1), {});
    const found = await checkConfig(patient({ HOME: folder }), status);
    expect(found).toMatchObject({
      status: 'problem',
      summary:
        'codex cannot load its configuration (/h/config.toml:3:16): invalid type: string "…", expected a map.',
    });
  });

  it('need not exist', async () => {
    expect((await checkConfig(patient({ HOME: folder }), { kind: 'none' })).summary).toContain(
      'No config.toml',
    );
    expect((await checkConfig(inHome({ 'config.toml': '' }), { kind: 'none' })).status).toBe('ok');
  });
});

describe('the temporary directory', () => {
  it('is tested by writing, and left unchanged', async () => {
    expect((await checkTempDir(patient({ TMPDIR: folder }))).status).toBe('ok');
    expect(await checkTempDir(patient({ TMPDIR: join(folder, 'none') }))).toMatchObject({
      status: 'problem',
      summary: expect.stringContaining('ENOENT'),
    });
  });

  it('must have free space', () => {
    expect(judgeSpace('/t', 1024).status).toBe('problem');
    expect(judgeSpace('/t', 100 * 1024 * 1024).status).toBe('warning');
    expect(judgeSpace('/t', 1024 ** 3).status).toBe('ok');
  });

  it('may contain folders of killed runs', async () => {
    const at = patient({ TMPDIR: folder });
    expect((await checkLeftovers(at)).status).toBe('ok');
    // It must find folders of this pid namespace.
    const { directoryPrefix } = await import('../../../src/platform/process/owner-tag.js');
    mkdirSync(join(folder, `${directoryPrefix()}-${DEAD_PID}-abc`));
    mkdirSync(join(folder, `${directoryPrefix()}-${process.pid}-abc`));
    expect(await checkLeftovers(at)).toMatchObject({ status: 'warning', details: { count: 1 } });
  });
});

describe('a proxy', () => {
  let proxy: Server;
  let address: string;
  beforeEach(async () => {
    proxy = createServer().listen(0, '127.0.0.1');
    await once(proxy, 'listening');
    address = `127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  });
  afterEach(() => void proxy.close());

  it.each<[DoctorContext['env'], Finding['status']]>([
    [{}, 'ok'],
    [{ HTTPS_PROXY: 'http://user:secret@PROXY' }, 'warning'],
    [{ https_proxy: 'user:secret@PROXY', NO_PROXY: 'example.com' }, 'warning'],
    [{ HTTP_PROXY: 'http://user:secret@PROXY', no_proxy: 'a, 127.0.0.1' }, 'ok'],
    [{ ALL_PROXY: 'socks5://PROXY', NO_PROXY: '*' }, 'ok'],
  ])('with %j: %s', async (env, status) => {
    const at = Object.entries(env).map(([name, value]) => [name, value?.replace('PROXY', address)]);
    const found = await checkProxy(patient(Object.fromEntries(at)));
    expect(found.status).toBe(status);
    expect(JSON.stringify(found)).not.toContain('secret');
  });

  it.each<[string, DoctorContext['env'], Finding['status'], string]>([
    [
      'nothing listens',
      { HTTPS_PROXY: 'http://me:secret@GONE' },
      'problem',
      'cannot be reached (ECONNREFUSED)',
    ],
    [
      'nothing listens at all',
      { all_proxy: 'socks5h://me:secret@GONE' },
      'problem',
      'all_proxy names 127.0.0.1:',
    ],
    ['only for http, which is not used', { HTTP_PROXY: 'http://GONE' }, 'warning', 'HTTP_PROXY names'],
    [
      'not for OpenAI',
      { HTTPS_PROXY: 'http://GONE', NO_PROXY: '.openai.com' },
      'warning',
      'HTTPS_PROXY names',
    ],
    ['no URL', { HTTPS_PROXY: 'http://me:secret@:x' }, 'problem', 'is not the URL of a proxy'],
    ['a scheme that codex ignores', { HTTPS_PROXY: 'ftp://me:secret@x' }, 'warning', "unknown scheme 'ftp'"],
  ])('is checked: %s', async (_, env, status, words) => {
    proxy.close();
    await once(proxy, 'close');
    const at = Object.entries(env).map(([name, value]) => [name, value?.replace('GONE', address)]);
    const found = await checkProxy(patient({ HOME: folder, ...Object.fromEntries(at) }));
    expect(found).toMatchObject({ status, summary: expect.stringContaining(words) });
    expect(JSON.stringify(found)).not.toContain('secret');
  });

  it('matters for the provider that the configuration selects', async () => {
    proxy.close();
    await once(proxy, 'close');
    const config = 'model_provider = "p"\n[model_providers.p]\nbase_url = "http://models.example/v1"\n';
    const { env } = inHome({ 'config.toml': config });
    const status = async (more: DoctorContext['env']) =>
      (await checkProxy(patient({ ...env, ...more }))).status;
    expect(await status({ HTTP_PROXY: `http://${address}` })).toBe('problem');
    expect(await status({ HTTPS_PROXY: `http://${address}` })).toBe('warning');
    expect(await status({ HTTP_PROXY: `http://${address}`, NO_PROXY: 'models.example:80' })).toBe('warning');
  });
});

describe('certificates', () => {
  it('need no variable', async () => {
    expect((await checkCertificates(patient({ SSL_CERT_FILE: '' }))).status).toBe('ok');
  });

  it.each<[string, string, string]>([
    ['CODEX_CA_CERTIFICATE', 'none.pem', 'there is no such file'],
    ['SSL_CERT_FILE', 'empty.pem', 'it has no PEM certificate'],
    ['SSL_CERT_FILE', 'key.pem', 'it has no PEM certificate'],
    ['NODE_EXTRA_CA_CERTS', '.', 'it is not a file'],
    ['SSL_CERT_DIR', 'none', 'there is no such directory'],
    ['SSL_CERT_DIR', 'certs', 'it is empty'],
    ['SSL_CERT_DIR', 'good.pem', 'there is no such directory'],
  ])('%s=%s: %s', async (name, value, why) => {
    writeFileSync(join(folder, 'empty.pem'), '');
    writeFileSync(join(folder, 'key.pem'), '-----BEGIN PRIVATE KEY-----\nAA==\n-----END PRIVATE KEY-----\n');
    writeFileSync(
      join(folder, 'good.pem'),
      '-----BEGIN CERTIFICATE-----\r\nAA==\r\n-----END CERTIFICATE-----\r\n',
    );
    mkdirSync(join(folder, 'certs'));
    const found = await checkCertificates(patient({ [name]: value }));
    expect(found).toMatchObject({
      status: 'warning',
      summary: `Certificates are ignored: ${name} (${value}): ${why}.`,
      advice: `Correct or unset ${name}.`,
    });
    const good = { SSL_CERT_FILE: join(folder, 'good.pem'), SSL_CERT_DIR: folder };
    expect((await checkCertificates(patient(good))).status).toBe('ok');
  });
});

describe('a check', () => {
  it('that hangs or throws is a problem', async () => {
    const never = new Promise<Finding>(() => {});
    expect(await timedCheck(5, 'proxy', never, 0)).toMatchObject({ name: 'proxy', status: 'problem' });
    expect(await timedCheck(1000, 'proxy', Promise.reject(new Error('no such luck')))).toMatchObject({
      status: 'problem',
      summary: 'The check failed: no such luck.',
    });
  });
});
