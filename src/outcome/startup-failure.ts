/**
 * What codex-cli 0.171 says if it cannot use its CODEX_HOME (measured); it ends with it, and has done nothing. A database
 * that another codex holds is told with similar words, and is another cause.
 */
const PATTERNS: readonly RegExp[] = [
  /^Error finding codex home: (.+)$/m,
  /^Error: failed to initialize in-process app-server client: (.+ \(os error \d+\))$/m,
];

/** Why codex could not start, in its words; null if it did, or failed for another reason. */
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
