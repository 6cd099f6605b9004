import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import type { CodexOptions } from '../../../codex/command.js';
import type { ParsedFlags } from '../../args/parsed-flags.js';
import { fileProblem } from '../../input/read-file.js';
import { UsageError } from '../../usage-error.js';

/** Every task would have the same to say of these. @throws {UsageError} */
export function refuseMissingFiles(
  { images = [], cd }: { readonly images: CodexOptions['images']; readonly cd: CodexOptions['cd'] },
  flags: ParsedFlags,
  cwd: string,
): void {
  const problem = cd === undefined ? null : problemOf(resolve(cwd, cd), 'directory');
  if (problem !== null) throw new UsageError(`${flags.sourceOf('cd')} ${cd} cannot be used: ${problem}.`);
  for (const image of images) {
    const problem = problemOf(resolve(cwd, image), 'file');
    if (problem !== null) {
      throw new UsageError(`${flags.sourceOf('image')} ${image} cannot be read: ${problem}.`);
    }
  }
}

function problemOf(path: string, wanted: 'directory' | 'file'): string | null {
  try {
    const stats = statSync(path);
    if (wanted === 'directory') return stats.isDirectory() ? null : 'it is no directory';
    if (stats.isDirectory()) return 'it is a directory';
    return stats.isFile() ? null : 'it is not a regular file';
  } catch (error) {
    return wanted === 'directory' && isMissing(error) ? 'there is no such directory' : fileProblem(error);
  }
}

function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}
