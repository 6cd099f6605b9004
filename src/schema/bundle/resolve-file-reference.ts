import type { SchemaDocument } from '../dialect/document.js';
import { resolveRef, splitReference } from '../dialect/references.js';
import type { Site } from '../dialect/site.js';
import { BundleError } from './bundle-error.js';

/** A file that was read. */
export interface ReferencedFile {
  /** The name in messages. */
  readonly name: string;
  readonly document: SchemaDocument;
}

/**
 * Returns the file that a reference names without its fragment, the same object for the same file; null if it names
 * no file, such as `https://…`.
 *
 * @throws {FileRejectedError}
 */
export type FileOf = (reference: string, from: ReferencedFile) => Promise<ReferencedFile | null>;

/** The file of a reference is not read, for this reason. */
export class FileRejectedError extends Error {
  override readonly name = 'FileRefused';

  /** @param reason - the end of a sentence about the file, without a full stop */
  constructor(
    readonly kind: 'outside' | 'unreadable',
    readonly reason: string,
  ) {
    super(reason);
  }
}

export interface FoundTarget {
  readonly file: ReferencedFile;
  readonly site: Site;
}

/**
 * Returns where a reference leads; null if it leads to no file.
 *
 * @param via - pointer of the root's own reference, to be blamed
 * @throws {BundleError}
 */
export async function resolveFileReference(
  { file, site, ref }: { file: ReferencedFile; site: Site; ref: string },
  fileOf: FileOf,
  via: string,
): Promise<FoundTarget | null> {
  const target = resolveRef(file.document, site, ref);
  if (target.kind === 'found') return { file, site: target.site };
  if (target.kind !== 'remote') throw new BundleError('dangling', via, ref, file.name);
  const [uri, fragment] = splitReference(ref);
  const other = await read(uri, file, fileOf, via);
  if (other === null) return null;
  if (other.document.dialect.draft !== file.document.dialect.draft) {
    const declared = [other, file].every(({ document }) => document.dialect.declared === 'known');
    if (declared) throw new BundleError('other_draft', via, ref, other.name);
  }
  const inside = resolveRef(other.document, other.document.root, `#${fragment}`);
  if (inside.kind !== 'found') throw new BundleError('dangling', via, ref, other.name);
  return { file: other, site: inside.site };
}

async function read(
  reference: string,
  from: ReferencedFile,
  fileOf: FileOf,
  via: string,
): Promise<ReferencedFile | null> {
  try {
    return await fileOf(reference, from);
  } catch (error) {
    if (error instanceof FileRejectedError) throw new BundleError(error.kind, via, reference, error.reason);
    throw error;
  }
}
