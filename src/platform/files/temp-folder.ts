import { rmdirSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import tmp from 'tmp-promise';

// As tmp is loaded it looks for this process's temporary directory, and throws if there is none: this module is
// only ever loaded late.

/** A fresh folder that only this user can enter. */
export interface TempFolder {
  readonly path: string;
  /** A new file in it, opened exclusively: its path and its descriptor. */
  createFile(name: string): { readonly path: string; readonly fd: number };
  /** @throws if it is no longer ours to remove */
  remove(): void;
}

/** @throws if it cannot be made */
export function createTempFolder(base: string, prefix: string): TempFolder {
  const { name: path } = tmp.dirSync({ tmpdir: base, prefix, mode: 0o700, keep: true });
  const files: string[] = [];
  return {
    path,
    createFile: (name) => {
      const file = tmp.fileSync({ tmpdir: path, name, mode: 0o600, keep: true });
      files.push(name);
      return { path: file.name, fd: file.fd };
    },
    remove: () => remove(path, files),
  };
}

/** Takes no descriptor where the folder holds nothing else, so that it works also if none are left. */
function remove(folder: string, files: readonly string[]): void {
  try {
    for (const file of files) unlinkSync(join(folder, file));
    rmdirSync(folder);
  } catch {
    rmSync(folder, { recursive: true, force: true });
  }
}
