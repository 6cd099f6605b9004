import { isInstallation } from '../../codex/find.js';
import { createRedactor } from '../../outcome/redact/redactor.js';
import { runShortly, type ShortRun } from '../../transports/process/short-run.js';
import type { DoctorContext } from './check.js';

/** What `codex login status` came to; it reads the configuration first. */
export type LoginStatus =
  | { readonly kind: 'no_codex' }
  /** It could not be asked: too slow, too old, or it cannot be started. */
  | { readonly kind: 'unknown'; readonly reason: string }
  /** The configuration cannot be loaded. `where` may be `file:line:column`. */
  | { readonly kind: 'bad_config'; readonly where: string | null; readonly reason: string }
  /** The stored login cannot be read. */
  | { readonly kind: 'unreadable' }
  | { readonly kind: 'none' }
  | { readonly kind: 'logged_in'; readonly method: LoginMethod };

export type LoginMethod = 'chatgpt' | 'api_key' | 'other';

export async function askLoginStatus(context: DoctorContext): Promise<LoginStatus> {
  const { codex, env, config = [] } = context;
  if (!isInstallation(codex)) return { kind: 'no_codex' };
  try {
    const args = ['login', ...config.flatMap((override) => ['-c', override]), 'status'];
    return readLoginStatus(await runShortly(codex, args, env, context), env);
  } catch (error) {
    return { kind: 'unknown', reason: `it cannot be started (${(error as NodeJS.ErrnoException).code})` };
  }
}

/**
 * Old releases answer on stdout, new ones on stderr. Of what they say about a key not even the shortened
 * form goes any further.
 *
 * @internal
 */
export function readLoginStatus(said: ShortRun, env: DoctorContext['env']): LoginStatus {
  if (said.timedOut) return { kind: 'unknown', reason: 'it did not answer in time' };
  const text = `${said.stdout}\n${said.stderr}`;
  const config = /^Error loading config(?:uration|\.toml)?: ?\n?(.*)$/m.exec(text)?.[1];
  if (config !== undefined) return badConfig(config, env);
  if (/^Error checking login status/m.test(text)) return { kind: 'unreadable' };
  if (/^Not logged in/m.test(text)) return { kind: 'none' };
  if (said.exitCode !== 0) {
    return { kind: 'unknown', reason: `it ended with exit code ${said.exitCode ?? 'none'}` };
  }
  const method = /ChatGPT/i.test(text) ? 'chatgpt' : /API key/i.test(text) ? 'api_key' : 'other';
  return { kind: 'logged_in', method };
}

function badConfig(text: string, env: DoctorContext['env']): LoginStatus {
  const placed = /^(.*?\.toml:\d+:\d+): (.*)$/.exec(text);
  // codex quotes the value that it cannot take, which may be a key.
  const reason = createRedactor(env)((placed?.[2] ?? text).replace(/"[^"]*"/g, '"…"'));
  return { kind: 'bad_config', where: placed?.[1] ?? null, reason };
}
