/**
 * Sentences with which codex says that it has no credentials (codex-cli 0.171, measured on both transports or read from
 * its binary; lower case). The first ones are matched only at the start of the error, because arbitrary text follows
 * them: a variable's name, `env_key_instructions` or a command's output.
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

/** Whether codex's text (in lower case) says that it has no login or no key. */
export function reportsMissingCredentials(text: string): boolean {
  return SENTENCES.some((sentence) => sentence.test(text));
}
