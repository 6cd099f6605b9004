import { createRequire } from 'node:module';

/** The version of codex-structured. By the package's own name: where this file ends up in dist does not matter. */
export function ownVersion(): string {
  const { version } = createRequire(import.meta.url)('codex-structured/package.json') as { version: string };
  return version;
}
