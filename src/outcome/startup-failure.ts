/**
 * The last message of codex-cli 0.171 if it cannot use its CODEX_HOME (measured), before it does anything. The message
 * for a database that another codex has locked is similar, and is another cause.
 */
const PATTERNS: readonly RegExp[] = [
  /^Error finding codex home: (.+)$/m,
  /^Error: failed to initialize in-process app-server client: (.+ \(os error \d+\))$/m,
];

/** Returns codex's reason why it could not start; null if it started, or failed for another reason. */
export function startupFailureReason(end: {
  readonly exitCode: number | null;
  readonly sawEvent: boolean;
  readonly stderr: string;
}): string | null {
  if (end.sawEvent || end.exitCode === null || end.exitCode === 0) return null;
  for (const pattern of PATTERNS) {
    const words = pattern.exec(end.stderr)?.[1];
    if (words !== undefined) return `it cannot use its CODEX_HOME: ${words.trim().slice(0, 300)}`;
  }
  return null;
}
