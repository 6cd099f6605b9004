import { existsSync, readFileSync } from 'node:fs';
import * as nodeModule from 'node:module';
import { join } from 'node:path';
import { constants, Script } from 'node:vm';

interface Bundle {
  runCli(): Promise<number>;
}

type ModuleFunction = (
  exports: object,
  require: NodeJS.Require,
  module: object,
  file: string,
  directory: string,
) => void;

/** @internal */
export const BUNDLE = join(__dirname, 'cli-main.cjs');

/** @internal named after all that the cache depends on, so that another Node does not even open it */
export const CACHE = join(__dirname, `cli-main.${process.versions.v8}-${process.arch}.cache`);

/**
 * Starts the bundled command line with the V8 code cache that the build left beside it: compiling is most of
 * what a short-lived process does. This file is built on its own; the bundle exports {@link runCli} too.
 */
export function runCli(): Promise<number> {
  return (loadCached() ?? loadPlain()).runCli();
}

function loadCached(): Bundle | null {
  if (!existsSync(CACHE)) return null;
  const script = compileBundle(readFileSync(BUNDLE, 'utf8'), readFileSync(CACHE));
  return script.cachedDataRejected === true ? null : evaluate(script);
}

/** @internal also what the build compiles, since the cache fits exactly this source only. */
export function compileBundle(source: string, cachedData?: Buffer): Script {
  return new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: BUNDLE,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
}

/** @internal */
export function evaluate(script: Script): Bundle {
  const module = { exports: {} };
  const run = script.runInThisContext() as ModuleFunction;
  run(module.exports, require, module, BUNDLE, __dirname);
  return module.exports as Bundle;
}

function loadPlain(): Bundle {
  // Node 22.8 and later keep a cache of their own; best effort, as everything here.
  if ('enableCompileCache' in nodeModule) (nodeModule.enableCompileCache as () => void)();
  return require(BUNDLE) as Bundle;
}
