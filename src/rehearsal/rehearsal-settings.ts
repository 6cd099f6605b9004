import type { CodexOptions } from '../codex/command.js';
import { withOverridingConfig } from '../codex/options/codex-options.js';

/** The variable with the provider's token. Every user of the machine can read arguments, so it is not in them. */
const KEY_VARIABLE = 'CODEX_STRUCTURED_REHEARSAL_KEY';

/** Credentials and endpoints that a rehearsal must not use, nor pass to commands that codex runs. */
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

/** Returns the variables to set for codex; `undefined` unsets one. */
export function rehearsalEnv(codexHome: string, apiKey: string): Record<string, string | undefined> {
  const removed = Object.fromEntries(REMOVED_VARIABLES.map((name) => [name, undefined]));
  return {
    ...removed,
    CODEX_HOME: codexHome,
    [KEY_VARIABLE]: apiKey,
    // The user's proxy must not get requests to this machine.
    NO_PROXY: '127.0.0.1',
    no_proxy: '127.0.0.1',
  };
}

/**
 * Returns the `-c` overrides that select our provider and switch off everything else that would connect elsewhere or
 * read the user's files. They name no model: every release knows its own default.
 */
export function rehearsalConfig(baseUrl: string): string[] {
  const provider = [
    'name="rehearsal"',
    `base_url=${JSON.stringify(baseUrl)}`,
    `env_key="${KEY_VARIABLE}"`,
    'wire_api="responses"',
    // Failing scripts should fail soon; one retry is enough to test retries.
    'request_max_retries=1',
    'stream_max_retries=1',
  ];
  return [
    `model_providers.rehearsal={${provider.join(',')}}`,
    'model_provider="rehearsal"',
    'analytics.enabled=false',
    'features.plugins=false',
    'features.apps=false',
    // It would unpack fifty files into CODEX_HOME and read the user's skills.
    'skills.bundled.enabled=false',
    'skills.include_instructions=false',
    // It would run the user's shell start-up files, and takes 80 ms.
    'features.shell_snapshot=false',
  ];
}

/** Returns the user's options with those of the rehearsal. */
export function rehearsalOptions(user: CodexOptions, config: readonly string[]): CodexOptions {
  // Both would select another provider, whatever `-c` says.
  const { oss: _oss, localProvider: _localProvider, ...rest } = user;
  return {
    ...withOverridingConfig(rest, config),
    // With a private CODEX_HOME no directory is trusted, and codex would accept only git repositories.
    skipGitRepoCheck: true,
  };
}
