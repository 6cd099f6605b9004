import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from '../../outcome/outcome.js';

const KEYS = ['OPENAI_API_KEY', 'CODEX_API_KEY', 'CODEX_ACCESS_TOKEN'];

/** The settings that select codex's model provider. */
interface ProviderSettings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly config?: readonly string[] | undefined;
  readonly profile?: string | undefined;
}

/**
 * Returns a hint if a run timed out while codex could not connect, and there is no login for OpenAI; else null. Another
 * provider needs no such login.
 */
export async function loginHint(outcome: Outcome, settings: ProviderSettings): Promise<string | null> {
  if (outcome.ok || outcome.kind !== 'timeout') return null;
  if (!outcome.detail.notices.some(({ kind }) => kind === 'reconnect')) return null;
  const { env } = settings;
  const home = env['CODEX_HOME'] || join(env['HOME'] || homedir(), '.codex');
  if (existsSync(join(home, 'auth.json')) || KEYS.some((name) => env[name])) return null;
  const { configuredProvider } = await import('../../run/doctor/configured-provider.js');
  const provider = await configuredProvider(settings);
  if (provider !== null && provider.id !== 'openai') return null;
  return `There is no login: ${home} has no auth.json, and no API key is set. Run 'codex login'.`;
}
