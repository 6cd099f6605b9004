/** The version of codex-structured, here as well as in package.json for programs that bundle the library. */
const VERSION = '0.1.0';

export function ownVersion(): string {
  return VERSION;
}
