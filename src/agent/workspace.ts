import { constants } from 'node:fs';
import { lstat, mkdir, open, realpath } from 'node:fs/promises';
import { join } from 'node:path';
import type { ManifestFile, WorkspaceManifest } from './manifest.js';

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
export async function materialise(manifest: WorkspaceManifest, workspace: string): Promise<void> {
  const files = Object.entries(manifest.files ?? {}).map(([path, file]) => ({ parts: partsOf(path), file }));
  const directories = (manifest.directories ?? []).map(partsOf);
  await mkdir(workspace, { recursive: true });
  // The workspace itself may well be reached by a symlink: that is the host's own doing.
  const root = await realpath(workspace);
  for (const parts of directories) await makeDirectory(root, parts);
  for (const { parts, file } of files) {
    const folder = await makeDirectory(root, parts.slice(0, -1));
    await writeOne(join(folder, parts.at(-1) ?? ''), parts.join('/'), file);
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
    await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
      if (error.code !== 'EEXIST') throw error;
    });
    if ((await lstat(folder)).isDirectory()) continue;
    const name = parts.slice(0, index + 1).join('/');
    throw new WorkspaceError(`The workspace has ${name}, which is no directory: remove it, or rename yours.`);
  }
  return folder;
}

async function writeOne(path: string, name: string, file: ManifestFile): Promise<void> {
  const { content, mode } = contentOf(file);
  const { O_WRONLY, O_CREAT, O_TRUNC, O_NOFOLLOW = 0 } = constants;
  let handle: Awaited<ReturnType<typeof open>>;
  try {
    handle = await open(path, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, mode ?? 0o666);
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    const why = code === 'ELOOP' ? 'a symlink stands there' : String(code);
    throw new WorkspaceError(`The file ${name} of the manifest cannot be written: ${why}.`);
  }
  try {
    await handle.writeFile(content);
    // The umask takes bits away, and a file that was there has its own.
    if (mode !== undefined) await handle.chmod(mode);
  } finally {
    await handle.close();
  }
}

function contentOf(file: ManifestFile): { readonly content: string | Uint8Array; readonly mode?: number } {
  return typeof file === 'string' || file instanceof Uint8Array ? { content: file } : file;
}
