/**
 * Lines on stderr that codex also writes in successful runs, or that mean nothing to a user (codex-cli 0.171, measured).
 * They stay in a failure's stderr, but are never shown as its cause.
 */
const KNOWN_NOTICES: readonly RegExp[] = [
  /^Reading (additional input|prompt) from stdin\.\.\.$/,
  /^WARNING: proceeding, even though we could not (create|update) PATH/,
  /^WARN(ING)?\b.*/,
  /^warning: .*/i,
  // The backtrace of an error, after its message.
  /^Stack backtrace:$/,
  /^\d+: (<unknown>|\S+(::\S+)+)$/,
];

/** Returns stderr without the lines that say nothing about a failure. */
export function withoutStderrNoise(stderr: string): string {
  return stderr
    .split('\n')
    .filter((line) => !KNOWN_NOTICES.some((notice) => notice.test(line.trim())))
    .join('\n');
}
