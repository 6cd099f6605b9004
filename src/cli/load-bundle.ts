import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { constants, Script } from 'node:vm';

interface MainBundle {
  runCli(): Promise<number>;
}

type ModuleFunction = (
  exports: object,
  require: (id: string) => unknown,
  module: { exports: object },
  file: string,
  directory: string,
) => void;

/** The bundles in dist that make up the command line: `cli-main.cjs` and those that it asks for later. */
const BUNDLE_NAME = /^\.\/(cli-[a-z]+)\.cjs$/;

/**
 * Starts the bundled command line with the V8 code caches that the build left beside it: compiling is most of
 * what a short-lived process does. This file is built on its own.
 */
export function runCli(): Promise<number> {
  const main = loadBundle('cli-main', (file, source) => {
    const cached = cacheFile(file);
    if (!existsSync(cached)) return null;
    const script = compile(file, source, readFileSync(cached));
    // Another Node, or other flags of it: no harm, as everything below works without.
    return script.cachedDataRejected === true ? null : script;
  });
  return (main as MainBundle).runCli();
}

/**
 * The main bundle with nothing cached, for the build to run and then to cache.
 *
 * @internal
 * @param onScript - gets each bundle as it is loaded, with the file that its cache belongs in
 */
export function loadUncached(onScript: (script: Script, cacheFile: string) => void): unknown {
  return loadBundle('cli-main', (file, source) => {
    const script = compile(file, source);
    onScript(script, cacheFile(file));
    return script;
  });
}

/** @param compiled - null where the bundle is to be loaded as Node loads any file */
function loadBundle(name: string, compiled: (file: string, source: string) => Script | null): object {
  const file = join(__dirname, `${name}.cjs`);
  // The build writes ASCII only; as one byte a character it is read without decoding, and takes half the memory.
  const script = compiled(file, readFileSync(file, 'latin1'));
  if (script === null) return loadPlain(file);
  const requireHere = (id: string): unknown => {
    const bundle = BUNDLE_NAME.exec(id)?.[1];
    return bundle === undefined ? require(id) : loadBundle(bundle, compiled);
  };
  const module = { exports: {} };
  const run = script.runInThisContext() as ModuleFunction;
  run(module.exports, requireHere, module, file, __dirname);
  return module.exports;
}

function compile(file: string, source: string, cachedData?: Buffer): Script {
  return new Script(`(function (exports, require, module, __filename, __dirname) {${source}\n})`, {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
}

/** Named after all that a cache depends on, so that another Node does not even open it. */
function cacheFile(file: string): string {
  return `${file}.${process.versions.v8}-${process.arch}.cache`;
}

function loadPlain(file: string): object {
  // Node 22.8 and later keep a cache of their own; best effort, as everything here. Not imported at the top,
  // since this module brings the whole ESM loader with it.
  const nodeModule = require('node:module') as { enableCompileCache?: () => unknown };
  nodeModule.enableCompileCache?.();
  return require(file) as object;
}
