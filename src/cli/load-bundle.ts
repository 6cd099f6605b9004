import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { constants, Script } from 'node:vm';
import { sealed, unsealed } from './sealed-cache.js';

interface MainBundle {
  runCli(): Promise<number>;
  runAppServer(): Promise<number>;
}

type ModuleFunction = (
  exports: object,
  require: (id: string) => unknown,
  module: { exports: object },
  file: string,
  directory: string,
) => void;

/** A bundle's source, read byte by byte: the build writes ASCII only. */
type Compile = (file: string, source: string) => Script | null;

/** The bundles in dist that make up the command line: `cli-main.cjs` and those that it asks for later. */
const BUNDLE_NAME = /^\.\/(cli-[a-z]+)\.cjs$/;

/**
 * Starts the bundled command line with the V8 code caches that the build left beside it: compiling is most of
 * what a short-lived process does. This file is built on its own.
 */
export function runCli(): Promise<number> {
  return loadMain().runCli();
}

/** As {@link runCli}, for the program that stands in for codex where a client starts it. */
export function runAppServer(): Promise<number> {
  return loadMain().runAppServer();
}

function loadMain(): MainBundle {
  const main = loadBundle('cli-main', (file, source) => {
    const cached = cacheFile(file);
    if (!existsSync(cached)) return null;
    const data = unsealed(readFileSync(cached), source);
    if (data === null) return null;
    const script = compile(file, source, data);
    // Another Node, or other flags of it: no harm, as everything below works without.
    return script.cachedDataRejected === true ? null : script;
  });
  return main as MainBundle;
}

/**
 * The main bundle with nothing cached, for the build to run and then to cache.
 *
 * @internal
 * @param onBundle - gets, for each bundle that is loaded, the file of its cache and what makes the content
 */
export function loadUncached(onBundle: (cacheFile: string, content: () => Buffer) => void): object {
  return loadBundle('cli-main', (file, source) => {
    const script = compile(file, source);
    onBundle(cacheFile(file), () => sealed(script.createCachedData(), source));
    return script;
  });
}

function loadBundle(name: string, compiled: Compile): object {
  const file = join(__dirname, `${name}.cjs`);
  const script = compiled(file, readFileSync(file, 'latin1'));
  if (script === null) return loadPlain(file);
  const requireHere = (id: string): unknown => {
    const bundle = BUNDLE_NAME.exec(id)?.[1];
    return bundle === undefined ? require(id) : loadBundle(bundle, compiled);
  };
  const module = { exports: {} };
  const run = script.runInThisContext() as ModuleFunction;
  run(module.exports, requireHere, module, file, dirname(file));
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
