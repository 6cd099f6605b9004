import { closeSync, existsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import type { Environment } from '../../codex/installation.js';
import type { SchemaFileFailure } from '../../outcome/outcome.js';
import { onAbruptEnd } from '../process/abrupt-end.js';
import { directoryPrefix } from './owner-tag.js';

/** A schema on disk, in a folder of its own that only this user can enter. */
export interface SchemaFile {
  readonly path: string;
  /** Removes file and folder; to be called when codex has exited. Never throws. */
  remove(): void;
}

/** Writes the schema for codex to read: fresh folder 0700, file 0600, both created exclusively. */
export async function createSchemaFile(
  text: string,
  env: Environment,
): Promise<SchemaFile | SchemaFileFailure> {
  let tmp: typeof import('tmp-promise');
  try {
    // As it is loaded it looks for this process's temporary directory, and throws where there is none.
    tmp = (await import('tmp-promise')).default;
  } catch (error) {
    return schemaFileFailure(reasonOf(error as NodeJS.ErrnoException, tmpdir()));
  }
  return writeSchemaFile(tmp, text, temporaryDirectory(env));
}

/** Synchronous on purpose: nothing else can be done before codex runs, and codex cannot run before this. */
function writeSchemaFile(
  tmp: typeof import('tmp-promise'),
  text: string,
  base: string,
): SchemaFile | SchemaFileFailure {
  let remove = () => {};
  try {
    const folder = tmp.dirSync({ tmpdir: base, prefix: directoryPrefix(), mode: 0o700, unsafeCleanup: true });
    remove = removal(folder.removeCallback);
    const file = tmp.fileSync({ tmpdir: folder.name, name: 'schema.json', mode: 0o600, keep: true });
    try {
      writeFileSync(file.fd, text);
    } finally {
      closeSync(file.fd);
    }
    return { path: file.name, remove };
  } catch (error) {
    remove();
    return schemaFileFailure(reasonOf(error as NodeJS.ErrnoException, base));
  }
}

/** Where temporary files of a run with this environment go. */
export function temporaryDirectory(env: Environment): string {
  return env['TMPDIR'] || env['TMP'] || env['TEMP'] || tmpdir();
}

function removal(removeFolder: () => void): () => void {
  const remove = () => {
    try {
      removeFolder();
    } catch {
      // Somebody else took it away, or took our rights to: a later run sweeps what is left.
    }
  };
  const forget = onAbruptEnd(remove);
  return () => {
    forget();
    remove();
  };
}

function schemaFileFailure(reason: string): SchemaFileFailure {
  return {
    ok: false,
    kind: 'schema_file',
    message: `The temporary schema file could not be made: ${reason}. Set TMPDIR to a directory that can be written.`,
    workMayHaveRun: false,
    retryable: false,
    reason,
  };
}

function reasonOf(error: NodeJS.ErrnoException, base: string): string {
  switch (error.code) {
    case 'ENOENT':
      // Some file systems (/proc) say so of what cannot be created in them.
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
