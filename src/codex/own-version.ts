/** The version of codex-structured. It stands here, not only in package.json, for programs that bundle the library. */
const VERSION = '0.1.0';

export function ownVersion(): string {
  return VERSION;
}
