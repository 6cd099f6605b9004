import { mkdirSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Check } from '../../src/run/doctor/check.js';
import { CliBench } from '../support/cli.js';
import { codexLauncher } from '../support/real-codex.js';

let bench: CliBench;
beforeEach(() => {
  bench = new CliBench();
  mkdirSync(bench.path('codex-home'));
});
afterEach(() => bench.dispose());

const PROVIDERS = `
[model_providers.desk]
name = "desk"
base_url = "http://127.0.0.1:9/v1"
env_key = "DESK_PROVIDER_KEY"
[model_providers."open"]
name = "open"
base_url = "http://127.0.0.1:9/v1"
`;

async function loginCheck(args: readonly string[], env: Record<string, string> = {}) {
  const { code, stdout } = await bench.run(['doctor', '--json', '--no-rehearsal', ...args], {
    env: { CODEX_HOME: bench.path('codex-home'), CODEX_STRUCTURED_CODEX_PATH: codexLauncher(), ...env },
  });
  const { checks } = JSON.parse(stdout) as { checks: Check[] };
  return { code, login: checks.find(({ name }) => name === 'login') };
}

function configure(text: string, name = 'config.toml'): void {
  writeFileSync(bench.path('codex-home', name), text);
}

const INLINE =
  'model_providers.side={name="side",base_url="http://127.0.0.1:9/v1",env_key="DESK_PROVIDER_KEY"}';

describe('doctor, where the provider wants a key from the environment', () => {
  it.each<[string, string, string | null, string[]]>([
    ['config.toml', `model_provider = "desk"\n${PROVIDERS}`, null, []],
    ['a quoted table', `model_provider = 'desk'\n${PROVIDERS.replace('.desk', '."desk"')}`, null, []],
    ['-c', PROVIDERS, null, ['-c', 'model_provider="desk"']],
    ['-c without quotes', PROVIDERS, null, ['-c', 'model_provider=desk']],
    ['-c over config.toml', `model_provider = "open"\n${PROVIDERS}`, null, ['-c', 'model_provider="desk"']],
    ['-c with the provider in it', '', null, ['-c', INLINE, '-c', 'model_provider="side"']],
    ['a profile', PROVIDERS, 'model_provider = "desk"\n', ['-p', 'work']],
  ])('reports a problem that names the variable: %s', async (_, config, profile, args) => {
    configure(config);
    if (profile !== null) configure(profile, 'work.config.toml');
    const { code, login } = await loginCheck(args);
    expect(login).toMatchObject({
      status: 'problem',
      summary: expect.stringContaining('DESK_PROVIDER_KEY, which is not set'),
      details: { envKey: 'DESK_PROVIDER_KEY' },
    });
    expect(code).toBe(1);
  });

  it('reports one that is empty, whatever codex is logged in with', async () => {
    configure(`model_provider = "desk"\n${PROVIDERS}`);
    const auth = { auth_mode: 'apikey', OPENAI_API_KEY: 'sk-proj-0123456789-tail9' };
    writeFileSync(bench.path('codex-home', 'auth.json'), JSON.stringify(auth), { mode: 0o600 });
    const { code, login } = await loginCheck([], { DESK_PROVIDER_KEY: ' ' });
    expect(login).toMatchObject({ status: 'problem', summary: expect.stringContaining('which is empty') });
    expect(code).toBe(1);
  });

  it('reports one with a line break, since codex sends none of it', async () => {
    configure(`model_provider = "desk"\n${PROVIDERS}`);
    const { code, login } = await loginCheck([], { DESK_PROVIDER_KEY: 'a-key-of-the-desk\n' });
    expect(login).toMatchObject({
      status: 'problem',
      summary: expect.stringContaining('contains a line break, so codex sends no key at all'),
    });
    expect(JSON.stringify(login)).not.toContain('a-key-of-the-desk');
    expect(code).toBe(1);
  });

  it('finds nothing wrong where the key is set, and says nothing of it', async () => {
    configure(`model_provider = "desk"\n${PROVIDERS}`);
    const { code, login } = await loginCheck([], { DESK_PROVIDER_KEY: 'a-key-of-the-desk' });
    expect(login).toMatchObject({ status: 'ok', details: { provider: 'desk', envKey: 'DESK_PROVIDER_KEY' } });
    expect(JSON.stringify(login)).not.toContain('a-key-of-the-desk');
    expect(code).toBe(0);
  });
});
