import type { Environment } from '../../codex/installation.js';

/** Where codex finds the bridge's token: not in argv, which every user of the machine can read. */
export const TOKEN_VARIABLE = 'CODEX_STRUCTURED_BRIDGE_TOKEN';

/** What codex knows the bridge by; part of a thread that is kept, so that resuming one takes the bridge too. */
export const PROVIDER_ID = 'bridge';

/** `-c` overrides that have codex go through the bridge; no secret is in them. */
export function bridgeConfig(port: number): readonly string[] {
  const provider = [
    'name="codex-structured bridge"',
    `base_url="http://127.0.0.1:${port}/v1"`,
    `env_key="${TOKEN_VARIABLE}"`,
    'wire_api="responses"',
  ];
  return [`model_providers.${PROVIDER_ID}={${provider.join(',')}}`, `model_provider="${PROVIDER_ID}"`];
}

/** {@link environmentWithoutKey}, with the bridge's token, which is worth nothing once the bridge is gone. */
export function bridgeEnvironment(
  env: Environment,
  { apiKey, token }: { readonly apiKey: string; readonly token: string },
): Record<string, string | undefined> {
  return { ...environmentWithoutKey(env, apiKey), [TOKEN_VARIABLE]: token };
}

/** The environment for codex: this one, less every variable that holds the key, whatever its name. */
export function environmentWithoutKey(env: Environment, apiKey: string): Record<string, string | undefined> {
  const holdsKey = keyFinder(apiKey);
  const kept = Object.entries(env).map(([name, value]) => [
    name,
    value !== undefined && holdsKey(value) ? undefined : value,
  ]);
  return { ...Object.fromEntries(kept), ...pastProxies(env) };
}

/** Shorter ones may be no secrets at all: servers on one's own machine want `ollama`, or `x`. */
const SHORTEST_SECRET = 16;

/** A short key is looked for as a word: a folder that happens to have its name must not cost us PATH. */
function keyFinder(apiKey: string): (value: string) => boolean {
  if (apiKey.length >= SHORTEST_SECRET) return (value) => value.includes(apiKey);
  const word = apiKey.replace(/[^\w]/g, '\\$&');
  const asWord = new RegExp(`(?<![\\w./\\\\-])${word}(?![\\w./\\\\-])`);
  return (value) => asWord.test(value);
}

/** A proxy of the user's must not see, or fail, what never leaves this machine. */
function pastProxies(env: Environment): Record<string, string> {
  const listed = env['NO_PROXY'] ?? env['no_proxy'] ?? '';
  const whole = listed === '' ? '127.0.0.1' : `${listed},127.0.0.1`;
  return { NO_PROXY: whole, no_proxy: whole };
}
