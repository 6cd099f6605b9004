/**
 * Sentences by which codex says that it has nothing to sign its requests with (codex-cli 0.171, measured on both
 * transports or read from its binary; lower case). The first ones are matched only where the error begins: a
 * variable's name, `env_key_instructions` and a command's own words follow them, which may say anything.
 */
const SENTENCES: readonly RegExp[] = [
  /^missing environment variable: `/,
  /^provider auth command `/,
  /^(fatal error: )?failed to resolve amazon bedrock auth\b/,
  /\b(chatgpt|api key|bedrock access key|account) auth is missing\b/,
  /\b(chatgpt|api key) login is required\b/,
  /\b(token|auth) data is not available\b/,
  /\bchatgpt (credential|session) expired\b/,
  /\b(chatgpt|account) authentication required\b/,
  /\bgoogle cloud auth command could not obtain\b/,
  /\brun '?`?codex login\b/,
];

/** Whether a text of codex, in lower case, says that it has no login or no key. */
export function reportsMissingCredentials(text: string): boolean {
  return SENTENCES.some((sentence) => sentence.test(text));
}
