import { rmdirSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import tmp from 'tmp-promise';

// tmp throws when it is loaded if this process's temporary directory does not exist, so this module is loaded late.

/** A new folder that only this user can enter. */
export interface TempFolder {
  readonly path: string;
  /** Creates a file in it, opened exclusively. */
  createFile(name: string): { readonly path: string; readonly fd: number };
  /** @throws if this user may no longer remove it */
  remove(): void;
}

/** @throws if the folder cannot be created */
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

/** Needs no descriptor if the folder has no other files, so that it works even if none are left. */
function remove(folder: string, files: readonly string[]): void {
  try {
    for (const file of files) unlinkSync(join(folder, file));
    rmdirSync(folder);
  } catch {
    rmSync(folder, { recursive: true, force: true });
  }
}
