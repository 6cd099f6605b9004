/** The version in what `codex --version` prints (`codex-cli 0.171.0`); null for anything else. */
export function parseVersion(output: string): string | null {
  return /^codex(?:-cli)?\s+v?(\d+\.\d+\.\d+(?:-[\w.]+)?)\s*$/m.exec(output)?.[1] ?? null;
}

/** The version in the user agent of an app server (`codex-structured/0.171.0 (Debian …)`); null for anything else. */
export function versionInUserAgent(userAgent: string | null): string | null {
  return /^[^/]*\/(\d+\.\d+\.\d+\S*)/.exec(userAgent ?? '')?.[1] ?? null;
}

/** Whether a version is at least another; a pre-release counts as its release. */
export function isAtLeast(version: string, minimum: string): boolean {
  const have = numbersOf(version);
  for (const [index, wanted] of numbersOf(minimum).entries()) {
    const had = have[index] ?? 0;
    if (had !== wanted) return had > wanted;
  }
  return true;
}

function numbersOf(version: string): readonly number[] {
  return (version.split('-', 1)[0] ?? '').split('.').map(Number);
}
