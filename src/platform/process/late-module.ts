import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { missingResource, outOfResources } from './resources.js';

/** The waits before each retry, in milliseconds; descriptors become free as other work ends. */
const WAITS_MS: readonly number[] = [20, 50, 100, 200, 400, 800];

/** A module that is loaded late. */
export interface LateModule<T> {
  /** The subject of the error's sentence: "The validator". */
  readonly what: string;
  /** The name of its entry in the built library: a row of `LATE_ENTRIES` in `scripts/build-library.mjs`. */
  readonly entry: string;
  readonly load: () => Promise<T>;
}

/**
 * Loads a module late, and retries if the system has no descriptors left.
 *
 * Node caches the failure of an `import()`, which would then fail for the rest of the process. So the files are read by
 * `require` first, which does not cache failures. If that finds no entry (in the command line, in an application that
 * bundles the library, from TypeScript), only `load` is used.
 *
 * @throws {Error} with one sentence if the system still has no descriptors after about 1.5 seconds
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
 * All files of the built library are in one folder, so an entry is found relative to this module. In an application that
 * bundles the library, that folder has the application's files; the prefix avoids a match with one of those.
 */
function requireEntry(entry: string): void {
  try {
    createRequire(import.meta.url)(`./codex-structured-${entry}.js`);
  } catch (error) {
    // Any other error occurs again in the import.
    if (missingResource(error) !== null) throw error;
  }
}
