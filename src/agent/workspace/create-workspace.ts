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
  /** The files, by their path below the root of the workspace. */
  readonly files?: Readonly<Record<string, ManifestFile>>;
  /** Directories to create. Those of the files are created anyway. */
  readonly directories?: readonly string[];
  /** Variables that are added to the environment of codex; `undefined` removes one. */
  readonly env?: Readonly<Record<string, string | undefined>>;
}

/** Thrown if a manifest cannot be written: a path leads out of the workspace, or something is in the way. */
export class WorkspaceError extends Error {
  /** For `error.name === "WorkspaceError"`. */
  override readonly name = 'WorkspaceError';
}

/**
 * Creates the directories and files of a manifest. Existing files are overwritten. Nothing is ever written through
 * a symlink or outside the workspace.
 *
 * @throws {WorkspaceError} before anything is written, if a path is not inside the workspace
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
        : failure(`The file ${name} of the manifest`, 'written', error);
    });
  }
}

/** The workspace itself may be a symlink: the host has chosen it. */
async function rootOf(workspace: string): Promise<string> {
  try {
    await mkdir(workspace, { recursive: true });
    return await realpath(workspace);
  } catch (error) {
    throw failure(`The workspace ${workspace}`, 'created', error);
  }
}

function partsOf(path: string): readonly string[] {
  const parts = path.split('/').filter((part) => part !== '' && part !== '.');
  const outside = path.startsWith('/') || /^[A-Za-z]:/.test(path) || parts.includes('..');
  if (outside || parts.length === 0 || /[\0\\]/.test(path)) {
    throw new WorkspaceError(
      `The manifest has the path ${JSON.stringify(path)}. Use a relative path inside the workspace.`,
    );
  }
  return parts;
}

/** Creates one level after the other, so that none of them is a symlink. */
async function makeDirectory(root: string, parts: readonly string[]): Promise<string> {
  let folder = root;
  for (const [index, part] of parts.entries()) {
    folder = join(folder, part);
    const name = parts.slice(0, index + 1).join('/');
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw failure(`The directory ${name} of the manifest`, 'created', error);
    });
    const stat = await lstat(folder).catch((error: unknown) => {
      throw failure(`The directory ${name} of the manifest`, 'created', error);
    });
    if (stat.isDirectory()) continue;
    throw new WorkspaceError(
      `${name} in the workspace is not a directory. Remove it, or rename the one in the manifest.`,
    );
  }
  return folder;
}

/**
 * Checks an existing file before it is truncated: something else may have been put there meanwhile (a symlink in
 * place of a directory, a pipe), or the file may have another name outside the workspace.
 */
async function writeOne(folder: string, base: string, file: ManifestFile): Promise<void> {
  const { content, mode } = contentOf(file);
  const { O_WRONLY, O_CREAT, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants;
  const path = join(folder, base);
  const handle = await open(path, O_WRONLY | O_CREAT | O_NOFOLLOW | O_NONBLOCK, mode ?? 0o666);
  try {
    const opened = await handle.stat();
    if (!opened.isFile() || !(await isWhere(handle, opened, path))) {
      throw new WorkspaceError(`${path} is not a regular file inside the workspace.`);
    }
    if (opened.nlink > 1) {
      throw new WorkspaceError(
        `${path} has another name (a hard link). Remove it, or rename the file in the manifest.`,
      );
    }
    await handle.truncate();
    await handle.writeFile(content);
    // The umask removes bits, and an existing file keeps its mode.
    if (mode !== undefined) await handle.chmod(mode);
  } finally {
    await handle.close();
  }
}

/** Whether the opened file is at its path. Linux says so; on other systems two lookups are compared. */
async function isWhere(handle: FileHandle, opened: Stats, path: string): Promise<boolean> {
  const openedPath = await readlink(`/proc/self/fd/${handle.fd}`).catch(() => null);
  if (openedPath !== null) return openedPath === path;
  const [named, resolved] = await Promise.all([lstat(path), realpath(path)]);
  return resolved === path && named.ino === opened.ino && named.dev === opened.dev;
}

const REASONS: Readonly<Record<string, string>> = {
  ELOOP: 'a symlink is in the way',
  EISDIR: 'a directory is in the way',
  EEXIST: 'a file is in the way',
  // The error for writing to a pipe without a reader.
  ENXIO: 'a pipe is in the way',
};

function failure(what: string, done: string, error: unknown): WorkspaceError {
  const { code = '', message } = error as NodeJS.ErrnoException;
  const why = REASONS[code] ?? (code === '' ? message : code);
  return new WorkspaceError(`${what} cannot be ${done}: ${why}.`, { cause: error });
}

function contentOf(file: ManifestFile): { readonly content: string | Uint8Array; readonly mode?: number } {
  return typeof file === 'string' || file instanceof Uint8Array ? { content: file } : file;
}
