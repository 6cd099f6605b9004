import { isInstallation } from '../../codex/find.js';
import { runShortly, type ShortRun } from '../../codex/process/short-run.js';
import { createRedactor } from '../../outcome/redact/redactor.js';
import type { DoctorContext } from './check.js';

/** The result of `codex login status`, which loads the configuration first. */
export type LoginStatus =
  | { readonly kind: 'no_codex' }
  /** No usable answer: codex is too slow or too old, or cannot be started. */
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
    return { kind: 'unknown', reason: `codex cannot be started (${(error as NodeJS.ErrnoException).code})` };
  }
}

/**
 * Reads the output of `codex login status`; old releases write to stdout, new ones to stderr. Keys in it are not
 * kept, not even in codex's shortened form.
 *
 * @internal
 */
export function readLoginStatus(said: ShortRun, env: DoctorContext['env']): LoginStatus {
  if (said.timedOut) return { kind: 'unknown', reason: 'it timed out' };
  const text = `${said.stdout}\n${said.stderr}`;
  const config = /^Error loading config(?:uration|\.toml)?: ?\n?(.*)$/m.exec(text)?.[1];
  if (config !== undefined) return badConfig(config, env);
  if (/^Error checking login status/m.test(text)) return { kind: 'unreadable' };
  if (/^Not logged in/m.test(text)) return { kind: 'none' };
  if (said.exitCode !== 0) {
    return { kind: 'unknown', reason: `it exited with code ${said.exitCode ?? 'none'}` };
  }
  if (!/^(?:Logged in|API key configured)/m.test(text)) {
    return { kind: 'unknown', reason: 'its answer is not that of codex' };
  }
  const method = /ChatGPT/i.test(text) ? 'chatgpt' : /API key/i.test(text) ? 'api_key' : 'other';
  return { kind: 'logged_in', method };
}

function badConfig(text: string, env: DoctorContext['env']): LoginStatus {
  const placed = /^(.*?\.toml:\d+:\d+): (.*)$/.exec(text);
  // codex quotes the invalid value, which may be a key.
  const reason = createRedactor(env)((placed?.[2] ?? text).replace(/"[^"]*"/g, '"…"'));
  return { kind: 'bad_config', where: placed?.[1] ?? null, reason };
}
