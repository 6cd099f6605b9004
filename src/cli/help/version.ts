import { createRequire } from 'node:module';

/** By the package's own name: where this file ends up in dist does not matter then. */
export function packageVersion(): string {
  const { version } = createRequire(import.meta.url)('codex-structured/package.json') as { version: string };
  return version;
}
