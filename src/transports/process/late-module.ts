import { createRequire } from 'node:module';
import { setTimeout as sleep } from 'node:timers/promises';
import { missingResource, outOfResources } from '../../codex/resources.js';

/** How long to wait before each further try, in milliseconds: descriptors come free as other work ends. */
const WAITS_MS: readonly number[] = [20, 50, 100, 200, 400, 800];

/** A module that is loaded late. */
export interface LateModule<T> {
  /** What it is, to begin a sentence with: "The validator". */
  readonly what: string;
  /** Relative to `from`, as in the `import()` of `load`. */
  readonly specifier: string;
  /** The `import.meta.url` of the file with that `import()`. */
  readonly from: string;
  readonly load: () => Promise<T>;
}

/**
 * Loads a module late, also if the system has no descriptors left for its files at that moment.
 *
 * Node remembers for good that an `import()` failed; it would never work again in this process. So the files are
 * read by `require` first, which remembers nothing of a failure. Where it cannot do that (in a bundle, from
 * TypeScript), `load` is all there is.
 *
 * @throws {Error} with one sentence if the system still has no descriptors after some seconds
 */
export async function lateModule<T>(module: LateModule<T>): Promise<T> {
  for (let tries = 0; ; tries += 1) {
    try {
      requireFirst(module);
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

function requireFirst({ specifier, from }: LateModule<unknown>): void {
  try {
    createRequire(from)(specifier);
  } catch (error) {
    // Everything else shows again, in its own words, in the import.
    if (missingResource(error) !== null) throw error;
  }
}
