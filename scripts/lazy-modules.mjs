/**
 * An esbuild plugin: these modules, each a single default-exported function, are evaluated when that function
 * is first called instead of when the bundle is loaded.
 *
 * @param {string[]} names
 * @returns {import('esbuild').Plugin}
 */
export function lazyModules(names) {
  const filter = new RegExp(`^(${names.join('|')})$`);
  return {
    name: 'lazy-modules',
    setup(build) {
      build.onResolve({ filter }, ({ path, resolveDir, pluginData }) =>
        pluginData === 'the module itself'
          ? undefined
          : { path, namespace: 'lazy', pluginData: { resolveDir } },
      );
      build.onLoad({ filter: /.*/, namespace: 'lazy' }, ({ path, pluginData: { resolveDir } }) => ({
        contents: `module.exports = (...args) => require(${JSON.stringify(`itself:${path}`)}).default(...args);`,
        resolveDir,
      }));
      build.onResolve({ filter: /^itself:/, namespace: 'lazy' }, ({ path, resolveDir }) =>
        build.resolve(path.slice('itself:'.length), {
          resolveDir,
          kind: 'import-statement',
          pluginData: 'the module itself',
        }),
      );
    },
  };
}
