import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** A file of the workspace: its content, and its mode (default: 0666 without the bits of the umask). */
export type ManifestFile =
  | string
  | Uint8Array
  | { readonly content: string | Uint8Array; readonly mode?: number };

/** What is created in the workspace before codex starts. Paths are relative to it, with `/`. */
export interface WorkspaceManifest {
  readonly files?: Readonly<Record<string, ManifestFile>>;
  /** Directories to create. Those of the files are created anyway. */
  readonly directories?: readonly string[];
  /** Variables that are added to the environment of codex; `undefined` removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** A manifest that cannot be made: a path that leads out of the workspace, or what stands in the way. */
export class WorkspaceError extends Error {
  override readonly name = 'WorkspaceError';
}

/**
 * Makes the directories and files of a manifest. Files that are there already are written anew; nothing is
 * ever written through a symlink or outside of the workspace.
 *
 * @throws {WorkspaceError} before anything is written, where a path is not one inside of the workspace
 */
export async function createWorkspace(manifest: WorkspaceManifest, workspace: string): Promise<void> {
  const files = Object.entries(manifest.files ?? {}).map(([path, file]) => ({ parts: partsOf(path), file }));
  const directories = (manifest.directories ?? []).map(partsOf);
  const root = await rootOf(workspace);
  for (const parts of directories) await makeDirectory(root, parts);
  for (const { parts, file } of files) {
    const folder = await makeDirectory(root, parts.slice(0, -1));
    const name = parts.join('/');
    await writeOne(folder, parts.at(-1) ?? '', file).catch((error: unknown) => {
      throw error instanceof WorkspaceError
        ? error
        : cannot(`The file ${name} of the manifest`, 'written', error);
    });
  }
}

/** The workspace itself may well be reached by a symlink: that is the host's own doing. */
async function rootOf(workspace: string): Promise<string> {
  try {
    await mkdir(workspace, { recursive: true });
    return await realpath(workspace);
  } catch (error) {
    throw cannot(`The workspace ${workspace}`, 'made', error);
  }
}

function partsOf(path: string): readonly string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const outside = path.startsWith('/') || /^[A-Za-z]:/.test(path) || parts.includes('..');
  if (outside || parts.length === 0 || /[\0\\]/.test(path)) {
    throw new WorkspaceError(
      `The manifest names ${JSON.stringify(path)}: give a path inside of the workspace, relative to it.`,
    );
  }
  return parts;
}

/** One level after the other, so that none of them is a symlink. */
async function makeDirectory(root: string, parts: readonly string[]): Promise<string> {
  let folder = root;
  for (const [index, part] of parts.entries()) {
    folder = join(folder, part);
    const name = parts.slice(0, index + 1).join('/');
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw cannot(`The directory ${name} of the manifest`, 'made', error);
    });
    const there = await lstat(folder).catch((error: unknown) => {
      throw cannot(`The directory ${name} of the manifest`, 'made', error);
    });
    if (there.isDirectory()) continue;
    throw new WorkspaceError(`The workspace has ${name}, which is no directory: remove it, or rename yours.`);
  }
  return folder;
}

/**
 * A file that is there is looked at before anything of it is lost: what somebody puts there meanwhile (a symlink
 * for one of the directories, a pipe), or what has another name outside, is not written to.
 */
async function writeOne(folder: string, base: string, file: ManifestFile): Promise<void> {
  const { content, mode } = contentOf(file);
  const { O_WRONLY, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const path = join(folder, base);
  const handle = await open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode ?? 0o666);
  try {
    const opened = await handle.stat();
    if (!opened.isFile() || !(await isWhere(handle, opened, path))) {
      throw new WorkspaceError(`${path} is no file of the workspace.`);
    }
    if (opened.nlink > 1) {
      throw new WorkspaceError(`${path} has another name (a hard link): remove it, or rename yours.`);
    }
    await handle.truncate();
    await handle.writeFile(content);
    // The umask takes bits away, and a file that was there has its own.
    if (mode !== undefined) await handle.chmod(mode);
  } finally {
    await handle.close();
  }
}

/** Whether what was opened is where it was looked for. Linux knows; elsewhere it is as good as two looks. */
async function isWhere(handle: FileHandle, opened: Stats, path: string): Promise<boolean> {
  const place = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => null);
  if (place !== null) return place === path;
  const [named, resolved] = await Promise.all([lstat(path), realpath(path)]);
  return resolved === path && named.ino === opened.ino && named.dev === opened.dev;
}

const REASONS: Readonly<Record<string, string>> = {
  ELOOP: 'a symlink stands there',
  EISDIR: 'a directory stands there',
  EEXIST: 'a file stands there',
  // What a pipe without a reader says to whoever would write to it.
  ENXIO: 'a pipe stands there',
};

function cannot(what: string, done: string, error: unknown): WorkspaceError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const why = REASONS[code] ?? (code === '' ? message : code);
  return new WorkspaceError(`${what} cannot be ${done}: ${why}.`, { cause: error });
}

function contentOf(file: ManifestFile): { readonly content: string | Uint8Array; readonly mode?: number } {
  return typeof file === 'string' || file instanceof Uint8Array ? { content: file } : file;
}
