import type { CodexOptions } from '../codex/command.js';
import { withOverridingConfig } from '../codex/options/codex-options.js';

/** Where codex finds the provider's token: not in argv, which every user of the machine can read. */
const KEY_VARIABLE = 'CODEX_STRUCTURED_REHEARSAL_KEY';

/** Credentials and endpoints that a rehearsal must neither use nor leak to what codex starts. */
const REMOVED_VARIABLES = [
  'OPENAI_API_KEY',
  'OPENAI_BASE_URL',
  'OPENAI_ORGANIZATION',
  'OPENAI_PROJECT',
  'CODEX_API_KEY',
  'CODEX_ACCESS_TOKEN',
  'CODEX_AUTH_TOKEN',
  'CODEX_SQLITE_HOME',
  'AZURE_OPENAI_API_KEY',
] as const;

/** What is laid over the environment of codex; `undefined` removes. */
export function rehearsalEnv(codexHome: string, apiKey: string): Record<string, string | undefined> {
  const removed = Object.fromEntries(REMOVED_VARIABLES.map((name) => [name, undefined]));
  return {
    ...removed,
    CODEX_HOME: codexHome,
    [KEY_VARIABLE]: apiKey,
    // A proxy of the user's must not see, or fail, what never leaves this machine.
    NO_PROXY: '127.0.0.1',
    no_proxy: '127.0.0.1',
  };
}

/**
 * `-c` overrides: our provider, and nothing else that would dial out or read what is the user's.
 *
 * No model is named: codex's own default is one that it knows, whatever its release.
 */
export function rehearsalConfig(baseUrl: string): string[] {
  const provider = [
    'name="rehearsal"',
    `base_url=${JSON.stringify(baseUrl)}`,
    `env_key="${KEY_VARIABLE}"`,
    'wire_api="responses"',
    // Failing scripts are to fail soon; one retry is enough to show what a retry does.
    'request_max_retries=1',
    'stream_max_retries=1',
  ];
  return [
    `model_providers.rehearsal={${provider.join(',')}}`,
    'model_provider="rehearsal"',
    'analytics.enabled=false',
    'features.plugins=false',
    'features.apps=false',
    // Unpacks fifty files into CODEX_HOME, and reads the user's own skills.
    'skills.bundled.enabled=false',
    'skills.include_instructions=false',
    // It would run the user's shell start-up files, and costs 80 ms.
    'features.shell_snapshot=false',
  ];
}

/** The user's options with ours over them. */
export function rehearsalOptions(user: CodexOptions, config: readonly string[]): CodexOptions {
  // Both would take codex to another provider, past any `-c`.
  const { oss: _oss, localProvider: _localProvider, ...rest } = user;
  return {
    ...withOverridingConfig(rest, config),
    // A private CODEX_HOME trusts no directory, so that codex would refuse all but git repositories.
    skipGitRepoCheck: true,
  };
}
