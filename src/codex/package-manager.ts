import { existsSync, readFileSync, realpathSync } from 'node:fs';
import { basename, dirname, join, parse } from 'node:path';
import type { Environment } from './installation.js';

const MARKERS = [
  'CODEX_MANAGED_BY_NPM',
  'CODEX_MANAGED_BY_BUN',
  'CODEX_MANAGED_BY_PNPM',
  'CODEX_MANAGED_BY_VITE_PLUS',
] as const;

/**
 * Returns the variables by which codex's npm launcher (0.171.0) tells the native binary which package manager
 * installed it, detected as the launcher does. codex uses it in its advice on how to update.
 */
export function managedByEnvironment(packageRoot: string, entrypoint: string, env: Environment): Environment {
  const marker = managerMarker(packageRoot, dirname(entrypoint), env);
  const markers = MARKERS.map((name) => [name, name === marker ? '1' : undefined] as const);
  return { ...Object.fromEntries(markers), CODEX_MANAGED_PACKAGE_ROOT: packageRoot };
}

function managerMarker(
  packageRoot: string,
  entrypointDir: string,
  env: Environment,
): (typeof MARKERS)[number] {
  for (const start of new Set([packageRoot, entrypointDir])) {
    for (const dir of selfAndParents(start)) {
      if (isVitePlusOwned(dir, packageRoot)) return 'CODEX_MANAGED_BY_VITE_PLUS';
      if (isPnpmOwned(join(dir, 'node_modules'), packageRoot)) return 'CODEX_MANAGED_BY_PNPM';
    }
  }
  const byBun =
    /\bbun\//.test(env['npm_config_user_agent'] ?? '') ||
    (env['npm_execpath'] ?? '').includes('bun') ||
    /\.bun[\\/]install[\\/]global/.test(packageRoot);
  return byBun ? 'CODEX_MANAGED_BY_BUN' : 'CODEX_MANAGED_BY_NPM';
}

function isPnpmOwned(nodeModules: string, packageRoot: string): boolean {
  return (
    existsSync(join(nodeModules, '.modules.yaml')) &&
    isSamePlace(join(nodeModules, '@openai', 'codex'), packageRoot)
  );
}

/** Vite+ records a global installation in `packages/@openai/codex.json`, with an id that names its folder. */
function isVitePlusOwned(dir: string, packageRoot: string): boolean {
  if (basename(dir) !== 'packages') return false;
  const id = vitePlusInstallId(join(dir, '@openai', 'codex.json'));
  if (id === null) return false;
  const installDir = id.startsWith('#') ? join(dir, `@openai/codex${id}`) : join(dir, '@openai/codex', id);
  return ['lib/node_modules', 'node_modules'].some((modules) =>
    isSamePlace(join(installDir, modules, '@openai', 'codex'), packageRoot),
  );
}

function vitePlusInstallId(file: string): string | null {
  try {
    const metadata = JSON.parse(readFileSync(file, 'utf8')) as { name?: unknown; installId?: unknown };
    if (metadata.name !== '@openai/codex') return null;
    return typeof metadata.installId === 'string' ? metadata.installId : '';
  } catch {
    // Without readable metadata, Vite+ did not install it; codex must start all the same.
    return null;
  }
}

function isSamePlace(path: string, real: string): boolean {
  try {
    return realpathSync(path) === real;
  } catch {
    return false;
  }
}

function* selfAndParents(start: string): Generator<string> {
  const { root } = parse(start);
  for (let dir = start; dir !== root; dir = dirname(dir)) yield dir;
  yield root;
}
