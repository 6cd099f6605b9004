import { existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { Outcome } from '../../outcome/outcome.js';

const KEYS = ['OPENAI_API_KEY', 'CODEX_API_KEY', 'CODEX_ACCESS_TOKEN'];

/** Returns a hint if a run timed out while codex could not connect, and there is no login; else null. */
export function loginHint(
  outcome: Outcome,
  env: Readonly<Record<string, string | undefined>>,
): string | null {
  if (outcome.ok || outcome.kind !== 'timeout') return null;
  if (!outcome.detail.notices.some(({ kind }) => kind === 'reconnect')) return null;
  const home = env['CODEX_HOME'] || join(env['HOME'] || homedir(), '.codex');
  if (existsSync(join(home, 'auth.json')) || KEYS.some((name) => env[name])) return null;
  return `There is no login: ${home} has no auth.json, and no API key is set. Run 'codex login'.`;
}
