/**
 * An esbuild plugin: these modules go into bundles of their own, loaded when they are asked for. Without it a
 * CommonJS bundle holds everything, and every start pays for all of it.
 *
 * `files` are the modules that other files import: dynamically, or, where `functions` names what they export,
 * by ordinary imports too; the bundle is then loaded when the first of those functions is called.
 *
 * What such a bundle shares with the main one is there twice. So it must hold no state that both need, and an
 * `instanceof` across the border would never hold.
 *
 * @param {Record<string, { files: string[], functions?: string[] }>} bundles
 * @returns {import('esbuild').Plugin}
 */
export function lateBundles(bundles) {
  return {
    name: 'late-bundles',
    setup(build) {
      build.onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir, namespace, pluginData }) => {
        if (namespace === 'late') return { path, external: true };
        if (pluginData === 'asked by this plugin') return undefined;
        const { path: file } = await build.resolve(path, {
          kind,
          resolveDir,
          pluginData: 'asked by this plugin',
        });
        const late = Object.entries(bundles).find(([, { files, functions }]) => {
          const splits = kind === 'dynamic-import' || functions !== undefined;
          return splits && files.some((source) => file.endsWith(source));
        });
        return late === undefined ? undefined : { path: late[0], namespace: 'late' };
      });
      build.onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => ({
        contents: stub(`require('./cli-${path}.cjs')`, bundles[path].functions),
      }));
    },
  };
}

/** A getter each, so that the bundle is not loaded by importing from it. */
function stub(bundle, functions) {
  if (functions === undefined) return `module.exports = ${bundle};`;
  const getters = functions.map((name) => `get ${name}() { return ${bundle}.${name}; }`);
  return `module.exports = { ${getters.join(', ')} };`;
}

/** The source text of such a bundle's entry. @param {{ files: string[] }} bundle */
export function lateEntry({ files }) {
  return files.map((file) => `export * from './${file}';`).join('\n');
}
