import { stripVTControlCharacters } from 'node:util';

/** A release, without build metadata. */
const VERSION = String.raw`(\d+\.\d+\.\d+(?:-[\w.]+)?)(?:\+[\w.-]+)?`;
const PRINTED = new RegExp(String.raw`^codex(?:-cli)?\s+v?${VERSION}(?:\s+\(.*\))?\s*$`, 'm');
const USER_AGENT = new RegExp(String.raw`^[^/]*/${VERSION}(?=\s|$)`);

/** Returns the version in the output of `codex --version` (`codex-cli 0.171.0`); null for any other output. */
export function parseVersion(output: string): string | null {
  return released(PRINTED.exec(stripVTControlCharacters(output))?.[1]);
}

/** Returns the version in an app server's user agent (`codex-structured/0.171.0 (Debian …)`); null if it has none. */
export function versionInUserAgent(userAgent: string | null): string | null {
  return released(USER_AGENT.exec(userAgent ?? '')?.[1]);
}

/** A codex built from source reports 0.0.0, which says nothing about its features. */
function released(version: string | undefined): string | null {
  return version === undefined || /^0\.0\.0(-|$)/.test(version) ? null : version;
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
