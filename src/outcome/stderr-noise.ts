/**
 * Lines that codex writes on stderr also when all is well, and those that say nothing to a person (codex-cli 0.171,
 * measured). They stay in the tail that a failure carries, but never pass for its cause.
 */
const KNOWN_NOTICES: readonly RegExp[] = [
  /^Reading (additional input|prompt) from stdin\.\.\.$/,
  /^WARNING: proceeding, even though we could not (create|update) PATH/,
  /^WARN(ING)?\b.*/,
  /^warning: .*/i,
  // The backtrace of an error that a sentence before it tells.
  /^Stack backtrace:$/,
  /^\d+: (<unknown>|\S+(::\S+)+)$/,
];

/** The stderr text without the lines that say nothing about a failure. */
export function withoutStderrNoise(stderr: string): string {
  return stderr
    .split('\n')
    .filter((line) => !KNOWN_NOTICES.some((notice) => notice.test(line.trim())))
    .join('\n');
}
