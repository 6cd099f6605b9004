import { closeSync, existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Environment } from '../../codex/installation.js';
import type { SchemaFileFailure } from '../../outcome/outcome.js';
import { onAbruptEnd } from '../../platform/process/abrupt-end.js';
import { lateModule } from '../../platform/process/late-module.js';
import { directoryPrefix } from '../../platform/process/owner-tag.js';
import { resourceProblem } from '../../platform/process/resources.js';

/** A schema file in its own folder, which only this user can enter. */
export interface SchemaFile {
  readonly path: string;
  /** Removes file and folder; must be called when codex has exited. Never throws. */
  remove(): void;
}

/** Writes the schema file for codex: a new folder (mode 0700) and file (0600), both created exclusively. */
export async function createSchemaFile(
  text: string,
  env: Environment,
): Promise<SchemaFile | SchemaFileFailure> {
  try {
    const { createTempFolder } = await lateModule(TEMP_FOLDER);
    return writeSchemaFile(createTempFolder, text, temporaryDirectory(env));
  } catch (error) {
    // The import fails if this process's temporary directory does not exist.
    return schemaFileFailure(error as NodeJS.ErrnoException, tmpdir());
  }
}

const TEMP_FOLDER = {
  what: 'The code that makes temporary files',
  entry: 'temp-folder',
  load: () => import('../../platform/files/temp-folder.js'),
};

/** Synchronous, since the start of codex waits for it. */
function writeSchemaFile(
  createTempFolder: typeof import('../../platform/files/temp-folder.js').createTempFolder,
  text: string,
  base: string,
): SchemaFile | SchemaFileFailure {
  let remove = () => {};
  try {
    const folder = createTempFolder(base, directoryPrefix());
    remove = removeOnce(folder.remove);
    const { path, fd } = folder.createFile('schema.json');
    try {
      writeFileSync(fd, text);
    } finally {
      closeSync(fd);
    }
    return { path, remove };
  } catch (error) {
    remove();
    return schemaFileFailure(error as NodeJS.ErrnoException, base);
  }
}

export function temporaryDirectory(env: Environment): string {
  return env['TMPDIR'] || env['TMP'] || env['TEMP'] || tmpdir();
}

/** Returns a function that removes the folder once; it is also removed if this process exits before. */
function removeOnce(removeFolder: () => void): () => void {
  const remove = () => {
    try {
      removeFolder();
    } catch {
      // The folder is already removed, or is no longer writable; a later run removes it then.
    }
  };
  const forget = onAbruptEnd(remove);
  return () => {
    forget();
    remove();
  };
}

function schemaFileFailure(error: NodeJS.ErrnoException, base: string): SchemaFileFailure {
  const missing = resourceProblem(error);
  const reason = missing ?? reasonOf(error, base);
  const advice = missing === null ? ' Set TMPDIR to a directory that can be written.' : '';
  return {
    ok: false,
    kind: 'schema_file',
    message: `The temporary schema file could not be made: ${reason}.${advice}`,
    workMayHaveRun: false,
    retryable: false,
    reason,
  };
}

function reasonOf(error: NodeJS.ErrnoException, base: string): string {
  switch (error.code) {
    case 'ENOENT':
      // Some file systems, such as /proc, report ENOENT for files that cannot be created.
      return existsSync(base)
        ? `the temporary directory ${base} cannot be written`
        : `the temporary directory ${base} does not exist`;
    case 'ENOTDIR':
      return `${base} is not a directory`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `the temporary directory ${base} cannot be written`;
    case 'ENOSPC':
    case 'EDQUOT':
    case 'EFBIG':
      return `the temporary directory ${base} is full`;
    case 'ENAMETOOLONG':
      return `the path of the temporary directory is too long (${base.length} characters)`;
    default:
      return `${error.message} (temporary directory ${base})`;
  }
}
