import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { missingResource, outOfResources } from './resources.js';

/** How long to wait before each further try, in milliseconds: descriptors come free as other work ends. */
const WAITS_MS: readonly number[] = [20, 50, 100, 200, 400, 800];

/** A module that is loaded late. */
export interface LateModule<T> {
  /** What it is, to begin a sentence with: "The validator". */
  readonly what: string;
  /** The name of its entry in the built library: a row of `LATE_ENTRIES` in `scripts/build-library.mjs`. */
  readonly entry: string;
  readonly load: () => Promise<T>;
}

/**
 * Loads a module late, also if the system has no descriptors left for its files at that moment.
 *
 * Node remembers for good that an `import()` failed; it would never work again in this process. So the files are
 * read by `require` first, which remembers nothing of a failure. If it finds no such entry (in the command line, in
 * an application that bundles the library, from TypeScript), `load` is all there is.
 *
 * @throws {Error} with one sentence if the system still has no descriptors after some seconds
 */
export async function lateModule<T>(module: LateModule<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      requireEntry(module.entry);
      return await module.load();
    } catch (error) {
      const code = missingResource(error);
      if (code === null) throw error;
      const waitMs = WAITS_MS[tries];
      if (waitMs === undefined) {
        throw new Error(`${module.what} cannot be loaded: ${outOfResources(code)}.`, { cause: error });
      }
      await sleep(waitMs);
    }
  }
}

/**
 * All files of the built library are in one folder, so this module's own URL leads to every entry. In an application
 * that bundles the library it leads to the application's files: hence the prefix, which no file of others has.
 */
function requireEntry(entry: string): void {
  try {
    createRequire(import.meta.url)(`./codex-structured-${entry}.js`);
  } catch (error) {
    // Everything else shows again, in its own words, in the import.
    if (missingResource(error) !== null) throw error;
  }
}
