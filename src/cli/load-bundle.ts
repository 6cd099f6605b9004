import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { constants, Script } from 'node:vm';

interface CommandLine {
  runCli(): Promise<number>;
  runAppServer(): Promise<number>;
}

type Require = (id: string) => unknown;

/** A chunk of the command line: a CommonJS module. */
type Chunk = (exports: object, require: Require, module: { exports: object }, importMetaUrl: string) => void;

/** A file of chunks. */
type Pack = Readonly<Record<string, Chunk>>;

type PackFunction = (exports: object, require: Require, module: { exports: object }) => void;

/** The script of a pack, or null if Node should load the file in its own way. */
type Compile = (file: string, source: string) => Script | null;

/** How a chunk names another: `#<pack>/<chunk>`. */
const CHUNK_ID = /^#([\w-]+)\/([\w-]+)$/;

/**
 * Starts the bundled command line with the V8 code caches that the build left beside it: compiling is most of
 * what a short-lived process does. This file is built on its own.
 */
export function runCli(): Promise<number> {
  return cachedCommandLine().runCli();
}

/** As {@link runCli}, for the program that stands in for codex where a client starts it. */
export function runAppServer(): Promise<number> {
  return cachedCommandLine().runAppServer();
}

function cachedCommandLine(): CommandLine {
  const load = chunkLoader((file, source) => {
    const cached = cacheFile(file);
    const content = contentOf(cached);
    const data = content === null ? null : unsealed(content, source);
    if (data === null) return null;
    const script = compile(file, source, data);
    // Another Node, or other flags of it: no harm, as everything below works without.
    return script.cachedDataRejected === true ? null : script;
  });
  return load('main', 'main') as CommandLine;
}

/**
 * The command line with nothing cached, for the build to run and then to cache, and for tests.
 *
 * @internal
 * @param onPack - gets, for each pack that is loaded, the file of its cache and what makes the content
 * @param onChunk - gets the name of each chunk that is loaded
 */
export function loadUncached(
  onPack: (cacheFile: string, content: () => Buffer) => void = () => undefined,
  onChunk: (name: string) => void = () => undefined,
): object {
  const load = chunkLoader((file, source) => {
    const script = compile(file, source);
    onPack(cacheFile(file), () => sealed(script.createCachedData(), source));
    return script;
  }, onChunk);
  return load('main', 'main');
}

/** Null if it is missing, a directory or unreadable: the command line then compiles, which only takes longer. */
function contentOf(file: string): Buffer | null {
  // Looked up first, since an error takes longer to make.
  if (!existsSync(file)) return null;
  try {
    return readFileSync(file);
  } catch {
    return null;
  }
}

function chunkLoader(compiled: Compile, onChunk?: (name: string) => void) {
  const packs = new Map<string, Pack>();
  const loaded = new Map<string, { exports: object }>();

  function load(packName: string, name: string): object {
    const known = loaded.get(name);
    if (known !== undefined) return known.exports;
    onChunk?.(name);
    const file = join(__dirname, 'cli', `${packName}.cjs`);
    const pack = packs.get(packName) ?? loadPack(file, compiled);
    packs.set(packName, pack);
    const module = { exports: {} };
    loaded.set(name, module);
    const chunk = pack[name] as Chunk;
    chunk(module.exports, requireHere, module, pathToFileURL(file).href);
    return module.exports;
  }

  function requireHere(id: string): unknown {
    const [, pack, chunk] = CHUNK_ID.exec(id) ?? [];
    return pack === undefined || chunk === undefined ? require(id) : load(pack, chunk);
  }

  return load;
}

function loadPack(file: string, compiled: Compile): Pack {
  const script = compiled(file, readFileSync(file, 'latin1'));
  if (script === null) return loadPlain(file);
  const module = { exports: {} };
  const define = script.runInThisContext() as PackFunction;
  define(module.exports, require, module);
  return module.exports;
}

function compile(file: string, source: string, cachedData?: Buffer): Script {
  return new Script(`(function (exports, require, module) {${source}\n})`, {
    filename: file,
    importModuleDynamically: constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
}

/** Named after all that a cache depends on, so that another Node does not even open it. */
function cacheFile(file: string): string {
  return `${file}.${process.versions.v8}-${process.arch}.cache`;
}

function loadPlain(file: string): Pack {
  // Node 22.8 and later keep a cache of their own; best effort, as everything here. Not imported at the top,
  // since this module brings the whole ESM loader with it.
  const nodeModule = require('node:module') as { enableCompileCache?: () => unknown };
  nodeModule.enableCompileCache?.();
  return require(file) as Pack;
}

/**
 * V8 takes a code cache on trust: of its source it compares no more than the length, and a damaged one brings
 * the whole process down. So each carries a digest of itself and of the source that it belongs to.
 */
const DIGEST_BYTES = 32;

export function sealed(data: Buffer, source: string): Buffer {
  return Buffer.concat([digest(data, source), data]);
}

/** Returns the code cache, or null if it is damaged or belongs to another source. */
export function unsealed(content: Buffer, source: string): Buffer | null {
  const data = content.subarray(DIGEST_BYTES);
  return content.subarray(0, DIGEST_BYTES).equals(digest(data, source)) ? data : null;
}

function digest(data: Buffer, source: string): Buffer {
  return createHash('sha256').update(data).update(source, 'latin1').digest();
}
