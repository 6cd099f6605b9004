import type { Environment } from '../../codex/installation.js';

/** The variable with the token for codex. Every user of the machine can read argv, so the token is not there. */
export const TOKEN_VARIABLE = 'CODEX_STRUCTURED_BRIDGE_TOKEN';

/** The id of the provider in codex's configuration. codex stores it with a thread, which then needs a bridge to resume. */
export const PROVIDER_ID = 'bridge';

/** Returns `-c` overrides with which codex uses the bridge. They contain no secret. */
export function bridgeConfig(port: number): readonly string[] {
  const provider = [
    'name="codex-structured bridge"',
    `base_url="http://127.0.0.1:${port}/v1"`,
    `env_key="${TOKEN_VARIABLE}"`,
    'wire_api="responses"',
  ];
  return [`model_providers.${PROVIDER_ID}={${provider.join(',')}}`, `model_provider="${PROVIDER_ID}"`];
}

/** Returns {@link environmentWithoutKey} with the bridge's token, which is useless after the bridge is closed. */
export function bridgeEnvironment(
  env: Environment,
  { apiKey, token }: { readonly apiKey: string; readonly token: string },
): Record<string, string | undefined> {
  return { ...environmentWithoutKey(env, apiKey), [TOKEN_VARIABLE]: token };
}

/** Returns an environment without the variables that contain the key, whatever their names are. */
export function environmentWithoutKey(env: Environment, apiKey: string): Record<string, string | undefined> {
  const holdsKey = keyFinder(apiKey);
  const kept = Object.entries(env).map(([name, value]) => [
    name,
    value !== undefined && holdsKey(value) ? undefined : value,
  ]);
  return { ...Object.fromEntries(kept), ...withoutProxy(env) };
}

/** Shorter keys may not be secrets: local servers take keys such as `ollama` or `x`. */
const MIN_SECRET_LENGTH = 16;

/** A short key is matched as a word, so that a folder of the same name does not remove PATH. */
function keyFinder(apiKey: string): (value: string) => boolean {
  if (apiKey.length >= MIN_SECRET_LENGTH) return (value) => value.includes(apiKey);
  const word = apiKey.replace(/[^\w]/g, '\\$&');
  const asWord = new RegExp(`(?<![\\w./\\\\-])${word}(?![\\w./\\\\-])`);
  return (value) => asWord.test(value);
}

/** Keeps requests to this machine away from a proxy of the user's. */
function withoutProxy(env: Environment): Record<string, string> {
  const listed = env['NO_PROXY'] ?? env['no_proxy'] ?? '';
  const whole = listed === '' ? '127.0.0.1' : `${listed},127.0.0.1`;
  return { NO_PROXY: whole, no_proxy: whole };
}
