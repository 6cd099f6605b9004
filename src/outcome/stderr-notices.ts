/**
 * Lines that codex writes on stderr also when all is well (codex-cli 0.171, measured). They stay in the
 * tail that a failure carries, but never pass for its cause.
 */
const KNOWN_NOTICES: readonly RegExp[] = [
  /^Reading (additional input|prompt) from stdin\.\.\.$/,
  /^WARNING: proceeding, even though we could not (create|update) PATH/,
  /^WARN(ING)?\b.*/,
  /^warning: .*/i,
];

/** The stderr text without the lines that say nothing about a failure. */
export function withoutKnownNotices(stderr: string): string {
  return stderr
    .split('\n')
    .filter((line) => !KNOWN_NOTICES.some((notice) => notice.test(line.trim())))
    .join('\n');
}
