import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { exec } from '../../src/codex/builders.js';
import { scripts } from '../../src/rehearsal/scripts.js';
import { decode } from '../../src/run/decode.js';
import { run } from '../../src/run/run.js';
import { createAppServerTransport } from '../../src/transports/app-server.js';
import { createExecTransport } from '../../src/transports/exec/transport.js';
import { CliBench, type CliResult } from '../support/cli.js';
import { codexLauncher, NAME_SCHEMA, openStage } from '../support/real-codex.js';

interface Case {
  readonly what: string;
  /** Fields of the provider `x`. */
  readonly fields: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly says: string;
}

const CASES: readonly Case[] = [
  { what: 'an env_key that is not set', fields: 'env_key="X_PROVIDER_KEY"', says: 'X_PROVIDER_KEY' },
  {
    what: 'an env_key that is empty',
    fields: 'env_key="X_PROVIDER_KEY"',
    env: { X_PROVIDER_KEY: '' },
    says: 'X_PROVIDER_KEY',
  },
  {
    what: 'an env_key whose name and instructions speak of other failures',
    fields: 'env_key="USAGE_LIMIT_KEY",env_key_instructions="Ask for quota; the network error page helps."',
    says: 'USAGE_LIMIT_KEY',
  },
  { what: 'an auth command that fails', fields: 'auth={command="false"}', says: 'auth command `false`' },
  {
    what: 'an auth command that is not there',
    fields: 'auth={command="/no/such/helper"}',
    says: '/no/such/helper',
  },
  {
    what: 'an auth command that takes too long',
    fields: 'auth={command="sleep",args=["20"],timeout_ms=50}',
    says: 'timed out after 50 ms',
  },
  { what: 'no login at all', fields: 'requires_openai_auth=true', says: '401 Unauthorized' },
  {
    what: 'a wrong bearer token',
    fields: 'experimental_bearer_token="wrong-token"',
    says: '401 Unauthorized',
  },
];

const TRANSPORTS = [
  ['exec', createExecTransport],
  ['app-server', createAppServerTransport],
] as const;

const folder = mkdtempSync(join(tmpdir(), 'codex-structured-test-'));
const refusing = createServer((request, response) => {
  request.resume().on('end', () => {
    response.writeHead(401, { 'content-type': 'application/json' });
    response.end('{"error":{"message":"No.","code":"unknown"}}');
  });
});
beforeAll(() => new Promise<void>((resolve) => refusing.listen(0, '127.0.0.1', resolve)));
afterAll(() => {
  refusing.close();
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});

function configOf(fields: string): string[] {
  const url = `http://127.0.0.1:${(refusing.address() as AddressInfo).port}/v1`;
  const rest = 'wire_api="responses",request_max_retries=0,stream_max_retries=0';
  return [`model_providers.x={name="x",base_url="${url}",${rest},${fields}}`, 'model_provider="x"'];
}

function environment(name: string, extra: Case['env'] = {}): Record<string, string | undefined> {
  const home = join(folder, name);
  mkdirSync(home, { recursive: true });
  return { PATH: process.env['PATH'], HOME: home, CODEX_HOME: home, NO_PROXY: '127.0.0.1', ...extra };
}

describe.each(TRANSPORTS)('credentials that are missing, over %s', (name, create) => {
  it.each(CASES)('are an auth error: $what', async ({ what, fields, env, says }) => {
    const transport = create();
    let jsonl = '';
    const outcome = await run(exec('Extract the name.'), NAME_SCHEMA, {
      transport,
      codexPath: codexLauncher(),
      skipGitRepoCheck: true,
      cwd: folder,
      env: environment(`${name} ${what}`, env),
      config: configOf(fields),
      onBytes: (bytes) => {
        jsonl += Buffer.from(bytes).toString('utf8');
      },
    });
    await transport.close();
    const expected = {
      kind: 'turn_failed',
      error: { code: 'auth' },
      message: expect.stringContaining(says),
      retryable: false,
    };
    expect(outcome).toMatchObject(expected);
    expect(await decode(jsonl, { schema: NAME_SCHEMA, exitCode: 1 })).toMatchObject(expected);
  });
});

describe('a login of the wrong kind', () => {
  it('is process_failed with the cause not_logged_in over exec, which writes no event', async () => {
    const env = environment('forced');
    const payload = Buffer.from('{"exp":1,"https://api.openai.com/auth":{}}').toString('base64url');
    const token = `eyJhbGciOiJub25lIn0.${payload}.c2ln`;
    const tokens = { id_token: token, access_token: token, refresh_token: 'old', account_id: 'a' };
    const auth = { auth_mode: 'chatgpt', tokens, last_refresh: '2020-01-01T00:00:00Z' };
    writeFileSync(join(env['CODEX_HOME'] ?? '', 'auth.json'), JSON.stringify(auth));
    const outcome = await run(exec('Extract the name.'), NAME_SCHEMA, {
      codexPath: codexLauncher(),
      skipGitRepoCheck: true,
      cwd: folder,
      env,
      config: ['forced_login_method="api"'],
    });
    expect(outcome).toMatchObject({
      kind: 'process_failed',
      cause: 'not_logged_in',
      message: expect.stringContaining('codex login'),
    });
  });
});

describe('a batch whose provider has no key', () => {
  it('ends with the first task, and runs all of them when it is resumed with the key', async () => {
    const stage = await openStage(scripts.answer('{"name":"Ada"}'));
    const bench = new CliBench();
    try {
      const tasks = Array.from({ length: 40 }, (_, index) => ({ id: `t${index}`, prompt: 'Extract.' }));
      bench.write('tasks.jsonl', tasks.map((task) => `${JSON.stringify(task)}\n`).join(''));
      const config = stage.config.flatMap((override) => ['-c', override]);
      const batch = (env: Record<string, string | undefined>, ...flags: string[]): Promise<CliResult> =>
        bench.run(
          [
            'batch',
            's.json',
            'tasks.jsonl',
            '--output',
            'out.jsonl',
            '--concurrency',
            '2',
            ...flags,
            ...config,
          ],
          { env: { ...stage.env, CODEX_STRUCTURED_CODEX_PATH: codexLauncher(), ...env } },
        );
      const results = () =>
        bench
          .read('out.jsonl')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as { kind: string; error?: { code: string } });
      const args = ['--skip-git-repo-check', '--quiet'];
      const first = await batch({ CODEX_STRUCTURED_REHEARSAL_KEY: undefined }, ...args);
      expect(first.code).toBe(20);
      expect(results().length).toBeLessThanOrEqual(4);
      for (const result of results())
        expect(result).toMatchObject({ kind: 'turn_failed', error: { code: 'auth' } });
      const second = await batch({}, '--resume', ...args);
      expect(second).toMatchObject({ code: 0 });
      expect(results().filter(({ kind }) => kind === 'ok')).toHaveLength(40);
    } finally {
      bench.dispose();
      await stage.close();
    }
  });
});
