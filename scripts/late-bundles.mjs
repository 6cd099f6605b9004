/**
 * An esbuild plugin: what is imported dynamically from these modules goes into bundles of its own, loaded when
 * it is asked for. Without it a CommonJS bundle holds everything, and every start pays for it.
 *
 * @param {Record<string, string[]>} bundles - name of the bundle: source files that are imported dynamically
 * @returns {import('esbuild').Plugin}
 */
export function lateBundles(bundles) {
  return {
    name: 'late-bundles',
    setup(build) {
      build.onResolve({ filter: /^\./ }, async ({ path, kind, resolveDir, namespace }) => {
        if (namespace === 'late') return { path, external: true };
        if (kind !== 'dynamic-import') return undefined;
        const { path: file } = await build.resolve(path, { kind: 'import-statement', resolveDir });
        const late = Object.keys(bundles).find((name) =>
          bundles[name].some((source) => file.endsWith(source)),
        );
        return late === undefined ? undefined : { path: late, namespace: 'late' };
      });
      build.onLoad({ filter: /.*/, namespace: 'late' }, ({ path }) => ({
        contents: `module.exports = require('./cli-${path}.cjs');`,
      }));
    },
  };
}

/** The source text of such a bundle's entry. @param {string[]} files */
export function lateEntry(files) {
  return files.map((file) => `export * from './${file}';`).join('\n');
}
