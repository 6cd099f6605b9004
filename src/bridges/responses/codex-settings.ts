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

/**
 * The environment for codex: this one, less every variable that holds the key (whatever its name), with the
 * bridge's token, which is worth nothing once the bridge is gone.
 */
export function bridgeEnvironment(
  env: Environment,
  { apiKey, token }: { readonly apiKey: string; readonly token: string },
): Record<string, string | undefined> {
  const kept = Object.entries(env).map(([name, value]) => [
    name,
    value?.includes(apiKey) ? undefined : value,
  ]);
  return { ...Object.fromEntries(kept), [TOKEN_VARIABLE]: token, ...pastProxies(env) };
}

/** A proxy of the user's must not see, or fail, what never leaves this machine. */
function pastProxies(env: Environment): Record<string, string> {
  const listed = env['NO_PROXY'] ?? env['no_proxy'] ?? '';
  const whole = listed === '' ? '127.0.0.1' : `${listed},127.0.0.1`;
  return { NO_PROXY: whole, no_proxy: whole };
}
