import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { loginHint } from '../../../src/cli/output/login-hint.js';
import type { Outcome } from '../../../src/index.js';

let home: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'codex-structured-login-hint-'));
  mkdirSync(home, { recursive: true });
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const NOTICE = { kind: 'reconnect', message: 'Reconnecting... 1/5', count: 1, excerpts: [] };

function timedOut(notices: readonly unknown[]): Outcome {
  return { ok: false, kind: 'timeout', detail: { notices } } as unknown as Outcome;
}

const PROVIDER =
  'model_provider = "desk"\n[model_providers.desk]\nname = "desk"\nbase_url = "http://127.0.0.1:9/v1"\n';

describe('the hint about a login', () => {
  const hint = (env: Record<string, string> = {}, config: readonly string[] = []) =>
    loginHint(timedOut([NOTICE]), { env: { CODEX_HOME: home, ...env }, config });

  it('is given if codex could not connect and nothing has a key', async () => {
    expect(await hint()).toBe(
      `There is no login: ${home} has no auth.json, and no API key is set. Run 'codex login'.`,
    );
    expect(await hint({}, ['model_provider="openai"'])).toContain('There is no login');
  });

  it('is not given with a login or a key, or if codex did not reconnect', async () => {
    expect(await hint({ CODEX_API_KEY: 'k' })).toBeNull();
    expect(await loginHint(timedOut([]), { env: { CODEX_HOME: home } })).toBeNull();
    writeFileSync(join(home, 'auth.json'), '{}');
    expect(await hint()).toBeNull();
  });

  it('is not given for another provider, which has its own key or none', async () => {
    writeFileSync(join(home, 'config.toml'), PROVIDER);
    expect(await hint()).toBeNull();
    rmSync(join(home, 'config.toml'));
    expect(await hint({}, ['model_provider="desk"'])).toBeNull();
  });
});
