import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

/**
 * The file that the reference of a schema names, without its fragment.
 *
 * @param folder - what relative references are relative to
 * @returns null if it does not name a local file
 */
export function referencePath(reference: string, folder: string): string | null {
  try {
    if (/^file:/i.test(reference)) return fileURLToPath(reference);
    // Another scheme, or another host.
    if (/^[a-z][a-z0-9+.-]*:|^\/\//i.test(reference)) return null;
    const path = decodeURIComponent(reference);
    return path.includes('\0') ? null : resolve(folder, path);
  } catch {
    // Not a URI, so it is refused like every reference that cannot be resolved.
    return null;
  }
}
