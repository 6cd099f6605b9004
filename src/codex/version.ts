import { stripVTControlCharacters } from 'node:util';

/** A release: build metadata is no part of it. */
const VERSION = String.raw`(\d+\.\d+\.\d+(?:-[\w.]+)?)(?:\+[\w.-]+)?`;
const PRINTED = new RegExp(String.raw`^codex(?:-cli)?\s+v?${VERSION}(?:\s+\(.*\))?\s*$`, 'm');
const USER_AGENT = new RegExp(String.raw`^[^/]*/${VERSION}(?=\s|$)`);

/** The version in what `codex --version` prints (`codex-cli 0.171.0`); null for anything else. */
export function parseVersion(output: string): string | null {
  return released(PRINTED.exec(stripVTControlCharacters(output))?.[1]);
}

/** The version in the user agent of an app server (`codex-structured/0.171.0 (Debian …)`); null for anything else. */
export function versionInUserAgent(userAgent: string | null): string | null {
  return released(USER_AGENT.exec(userAgent ?? '')?.[1]);
}

/** A codex that is built from its sources calls itself 0.0.0, whatever it can do. */
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
