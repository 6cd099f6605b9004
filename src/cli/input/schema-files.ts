import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, isAbsolute, join, relative } from 'node:path';
import type { SourcePosition } from '../../diagnostics/issue.js';
import type { SchemaEncodeFailure, SchemaUnsupportedFailure } from '../../diagnostics/schema-failures.js';
import { jsonText } from '../../json/exact.js';
import { fileProblem } from '../../platform/files/file-problem.js';
import { bundle, type Origin } from '../../schema/bundle/bundle.js';
import {
  type FileOf,
  FileRejectedError,
  type ReferencedFile,
} from '../../schema/bundle/resolve-file-reference.js';
import type { SchemaSource } from '../../schema/compiled-schema.js';
import { SchemaDocument } from '../../schema/dialect/document.js';
import { type LoadedSchema, loadSchema } from '../../schema/load-schema.js';
import { referencePath } from './reference-path.js';

export interface SchemaFile {
  readonly source: SchemaSource;
  /** As it was given. */
  readonly file: string;
  /** Absolute. */
  readonly path: string;
  /** Whether references may lead out of the folder of the schema. */
  readonly allowOutside: boolean;
  /** Reads another schema file, in whatever format its name says. */
  readonly open: (path: string) => Promise<SchemaSource | SchemaEncodeFailure>;
}

const MAX_FILES = 1000;

/** Bundles the files that a schema refers to into it. A schema without such references is returned unchanged. */
export async function bundleSchemaFiles(
  given: SchemaFile,
): Promise<SchemaSource | SchemaEncodeFailure | SchemaUnsupportedFailure> {
  const loaded = loadSchema(given.source);
  // The compiler reports what is wrong with it.
  if ('kind' in loaded) return given.source;
  const { path } = given;
  const root = { name: given.file, document: new SchemaDocument(loaded.value) };
  const folder = new SchemaFolder(join(realpathSync(dirname(path)), basename(path)), root, given);
  const bundled = await bundle(loaded, root, folder.fileOf);
  if ('kind' in bundled) return bundled;
  const text = jsonText(bundled.value);
  if (text === jsonText(loaded.value)) return given.source;
  return {
    kind: 'text',
    format: 'json',
    text,
    name: given.file,
    positionOf: (pointer) => {
      const origin = bundled.originOf(pointer);
      return origin === undefined ? loaded.positionOf(pointer) : folder.positionOf(origin);
    },
  };
}

/** Files by their real paths, none of them outside the folder of the schema unless that is allowed. */
class SchemaFolder {
  readonly #folder: string;
  readonly #given: SchemaFile;
  readonly #files = new Map<string, ReferencedFile>();
  readonly #paths = new Map<ReferencedFile, string>();
  readonly #loaded = new Map<ReferencedFile, { readonly loaded: LoadedSchema; readonly name: string }>();

  constructor(path: string, root: ReferencedFile, given: SchemaFile) {
    this.#folder = dirname(path);
    this.#given = given;
    this.#add(path, root);
  }

  readonly fileOf: FileOf = async (reference, from) => {
    const named = referencePath(reference, dirname(this.#paths.get(from) ?? this.#folder));
    if (named === null) return null;
    // Checked before any lookup, so that a schema cannot find out whether a file exists.
    this.#refuseOutside(named);
    const path = realPath(named);
    this.#refuseOutside(path);
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    if (this.#files.size > MAX_FILES) throw new FileRejectedError('unreadable', 'there are too many files');
    const source = await this.#given.open(path);
    if ('ok' in source) throw new FileRejectedError('unreadable', source.message.replace(/\.$/, ''));
    const loaded = loadSchema(source);
    if ('kind' in loaded) throw new FileRejectedError('unreadable', loaded.message.replace(/\.$/, ''));
    const name = relative(this.#folder, path);
    const file = this.#add(path, { name, document: new SchemaDocument(loaded.value) });
    this.#loaded.set(file, { loaded, name: source.name ?? name });
    return file;
  };

  /** Where a place of another file is. */
  positionOf({ file, pointer }: Origin): SourcePosition | undefined {
    const known = this.#loaded.get(file);
    const position = known?.loaded.positionOf(pointer);
    return known === undefined || position === undefined ? undefined : { ...position, file: known.name };
  }

  #add(path: string, file: ReferencedFile): ReferencedFile {
    this.#files.set(path, file);
    this.#paths.set(file, path);
    return file;
  }

  #refuseOutside(path: string): void {
    const way = relative(this.#folder, path);
    const isOutside = way === '..' || way.startsWith('../') || way.startsWith('..\\') || isAbsolute(way);
    if (isOutside && !this.#given.allowOutside) {
      throw new FileRejectedError('outside', 'leads out of the folder of the schema');
    }
  }
}

/** @throws {FileRejectedError} if the file does not exist or is not a regular file */
function realPath(path: string): string {
  try {
    const real = realpathSync(path);
    if (statSync(real).isFile()) return real;
  } catch (error) {
    throw new FileRejectedError('unreadable', fileProblem(error));
  }
  throw new FileRejectedError('unreadable', 'it is not a regular file');
}
