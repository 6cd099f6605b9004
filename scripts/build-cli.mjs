/**
 * Builds the command line: CommonJS, since V8's code cache works for nothing else.
 *
 * esbuild cuts it into chunks. A chunk (and each of Node's own modules) is required when something of it is first
 * used, not when the chunk that imports it is loaded: a run never loads what only a batch needs, whichever module
 * imports it. Hence no module of src/ may rely on the order in which modules are evaluated.
 *
 * The chunks are then packed into files by which commands load them: `main` holds what `--version` needs, `run` what a
 * run needs beside it until codex is started, `answer` what it needs after that (loaded while codex works), `common`
 * what some other commands need; each large chunk that none of them loads has a file of its own.
 */
import { spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, transform } from 'esbuild';

/** What a run may do without, beside what the source imports dynamically: each starts a chunk. */
const ENTRIES = {
  main: 'src/cli/entry.ts',
  adapt: 'src/schema/adapt/adapt.ts',
  'app-server': 'src/transports/app-server.ts',
  bundle: 'src/schema/bundle/bundle.ts',
  csv: 'src/batch/input/read-csv.ts',
  doctor: 'src/run/doctor/doctor.ts',
  exec: 'src/transports/exec/transport.ts',
  lint: 'src/schema/lint/lint.ts',
  'schema-files': 'src/cli/input/schema-files.ts',
  validator: 'src/schema/validate/validator.ts',
};

/** In characters: from here on, a chunk that no traced command loads has a file of its own. */
const LARGE = 30_000;

const OPTIONS = {
  platform: 'node',
  target: 'node20.19',
  minifyWhitespace: true,
  minifySyntax: true,
  // What the loader relies on when it reads these files byte by byte.
  charset: 'ascii',
  logLevel: 'warning',
};

const scripts = dirname(fileURLToPath(import.meta.url));

/** @param {string} root @param {string} dist */
export async function buildCommandLine(root, dist) {
  await buildLoader(root, dist);
  const chunks = await commonJsChunks(root);
  // One file for each chunk at first, so that a trace can tell which are loaded.
  writeFiles(dist, new Map([...chunks.keys()].map((name) => [name, [name]])), chunks);
  const traced = trace(dist, 'loaded');
  if (traced !== null) {
    rmSync(join(dist, 'cli'), { recursive: true });
    writeFiles(dist, packed(chunks, JSON.parse(traced)), chunks);
  }
  // The command line works without packs and caches too, only slower.
  if (traced === null || trace(dist, 'caches') === null) {
    console.warn('build: the code caches were not made; codex-structured starts a little slower.');
  }
}

async function buildLoader(root, dist) {
  await build({
    ...OPTIONS,
    absWorkingDir: root,
    entryPoints: ['src/cli/load-bundle.ts'],
    outfile: join(dist, 'cli.cjs'),
    bundle: true,
    format: 'cjs',
  });
}

/** The command line's chunks by name, each the body of a CommonJS module that requires others as `#<name>`. */
async function commonJsChunks(root) {
  const { outputFiles } = await build({
    ...OPTIONS,
    absWorkingDir: root,
    entryPoints: ENTRIES,
    outdir: join(root, 'unwritten'),
    bundle: true,
    splitting: true,
    write: false,
    format: 'esm',
    chunkNames: 'chunk-[hash]',
    legalComments: 'inline',
    // Finds parts of itself by where it is installed.
    external: ['jiti'],
    plugins: [withoutPrettier],
  });
  const named = outputFiles.map(async ({ path, text }) => [basename(path, '.js'), await toCommonJs(text)]);
  return new Map(await Promise.all(named));
}

async function toCommonJs(text) {
  const { code } = await transform(text, {
    ...OPTIONS,
    format: 'cjs',
    legalComments: 'inline',
    define: { 'import.meta.url': 'importMetaUrl' },
  });
  return lazyRequires(code);
}

/** `import_x.y` becomes `import_x().y`, for each module that esbuild requires as `import_x` at the top. */
function lazyRequires(code) {
  const names = [];
  const required = code.replace(
    /\b(import_[\w$]+)=((?:__toESM\()?require\("((?:node:|\.\/)[^"]+)"\)(?:,1)?\)?)(?=[,;])/g,
    (_, name, call) => {
      names.push(name.replaceAll('$', '\\$'));
      return `${name}$,${name}=()=>${name}$??=${call}`;
    },
  );
  // In parentheses, since `new import_x().Y` would mean `(new import_x()).Y`.
  const used = new RegExp(`\\b(${names.join('|')})(?=[.[])`, 'g');
  return (names.length === 0 ? required : required.replace(used, '($1())'))
    .replace(/\bimport\("\.\/([\w-]+)\.js"\)/g, 'Promise.resolve().then(()=>require("#$1"))')
    .replace(/\brequire\("\.\/([\w-]+)\.js"\)/g, 'require("#$1")');
}

function packed(chunks, { start, run, answer, others }) {
  const packs = new Map([
    ['main', start],
    ['run', run],
    ['answer', answer],
    ['common', others],
    ['rare', []],
  ]);
  const traced = new Set([...start, ...run, ...answer, ...others]);
  for (const [name, code] of chunks) {
    if (traced.has(name)) continue;
    if (code.length < LARGE) packs.get('rare').push(name);
    else packs.set(name, [name]);
  }
  return packs;
}

/** Writes each pack as a module whose exports are its chunks' functions; other chunks are required as `#<pack>/<name>`. */
function writeFiles(dist, packs, chunks) {
  const packOf = new Map([...packs].flatMap(([pack, names]) => names.map((name) => [name, pack])));
  mkdirSync(join(dist, 'cli'), { recursive: true });
  for (const [pack, names] of packs) {
    const functions = names.map((name) => {
      const code = chunks
        .get(name)
        .replace(/\brequire\("#([\w-]+)"\)/g, (_, id) => `require("#${packOf.get(id)}/${id}")`);
      return `${JSON.stringify(name)}:function(exports,require,module,importMetaUrl){${code}\n}`;
    });
    writeFileSync(join(dist, 'cli', `${pack}.cjs`), `module.exports={${functions.join(',\n')}};\n`);
  }
}

/** Runs commands on the built command line in a process of its own. Returns what it prints; null if it fails. */
function trace(dist, what) {
  const { status, stdout } = spawnSync(
    process.execPath,
    [join(scripts, 'trace-cli.mjs'), join(dist, 'cli.cjs'), what],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] },
  );
  return status === 0 ? stdout : null;
}

/** What the bundle of types would otherwise bring along for nothing: types are made without it. */
const withoutPrettier = {
  name: 'without-prettier',
  setup(build) {
    build.onResolve({ filter: /^prettier$/ }, ({ path }) => ({ path, namespace: 'left-out' }));
    build.onLoad({ filter: /.*/, namespace: 'left-out' }, () => ({ contents: 'module.exports = {};' }));
  },
};
