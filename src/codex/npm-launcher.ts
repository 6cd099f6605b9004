import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { inspectExecutable } from './inspect-executable.js';
import type { CodexInstallation, Environment } from './installation.js';
import { nativeTarget } from './native-target.js';
import { managedByEnvironment } from './package-manager.js';
import { missingResource } from './resources.js';

/** What an npm package's `codex` really starts, or that its native part was not installed. */
export type ResolvedLauncher = Omit<CodexInstallation, 'foundAt'> | { readonly missingPackage: string };

/** Larger files are native binaries; launchers and shims have a few kilobytes. */
const MAX_SCRIPT_BYTES = 256 * 1024;

/**
 * Sees through the npm launcher, `@openai/codex/bin/codex.js`, that `file` is, links to, or (a shim of npm
 * on Windows, of pnpm or yarn) calls: starting it costs a node process a run, which a SIGKILL would leave
 * codex behind. Null where `file` is something else, which is then started as it is.
 */
export function resolveLauncher(file: string, size: number, env: Environment): ResolvedLauncher | null {
  if (size > MAX_SCRIPT_BYTES) return null;
  const real = realpathSync(file);
  const launcher = basename(real) === 'codex.js' ? real : launcherOfShim(file, real);
  if (launcher === null) return null;
  const packageRoot = dirname(dirname(launcher));
  const manifest = readManifest(packageRoot);
  return manifest?.name === '@openai/codex' ? ofPackage(packageRoot, manifest, file, env) : null;
}

interface Manifest {
  readonly name?: string;
  readonly version?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

function ofPackage(
  packageRoot: string,
  manifest: Manifest,
  entrypoint: string,
  env: Environment,
): ResolvedLauncher {
  const launcher = join(packageRoot, 'bin', 'codex.js');
  const version = manifest.version ?? null;
  const target = nativeTarget(process.platform, process.arch);
  const platformRoot = target === null ? null : packageRootOf(target.packageName, launcher);
  if (target !== null) {
    for (const root of [platformRoot, packageRoot]) {
      const native = root === null ? null : nativeIn(join(root, 'vendor', target.triple), target.binary, env);
      if (native === null) continue;
      const managed = managedByEnvironment(packageRoot, resolve(entrypoint), env);
      return { path: native.path, prefixArgs: [], env: { ...managed, ...native.env }, version };
    }
    const declared = manifest.optionalDependencies?.[target.packageName] !== undefined;
    if (declared && platformRoot === null) return { missingPackage: target.packageName };
  }
  // A layout that is not known here: the launcher itself knows.
  return { path: process.execPath, prefixArgs: [launcher], env: {}, version };
}

/** The layouts of 0.141 and later, and of the releases before (whose helpers want to be on PATH). */
function nativeIn(
  vendor: string,
  binary: string,
  env: Environment,
): { path: string; env: Environment } | null {
  const current = join(vendor, 'bin', binary);
  if (inspectExecutable(current).kind === 'executable') return { path: current, env: {} };
  const former = join(vendor, 'codex', binary);
  if (inspectExecutable(former).kind !== 'executable') return null;
  const path = [join(vendor, 'path'), ...(env['PATH'] ?? '').split(delimiter).filter((dir) => dir !== '')];
  return { path: former, env: { PATH: path.join(delimiter) } };
}

/** npm's `.cmd` and the shell shims of npm, pnpm and yarn name the script relative to their own folder. */
function launcherOfShim(file: string, real: string): string | null {
  const text = readScript(real);
  if (text === null || !/^#!|^@/.test(text)) return null;
  const named = /(?:\$basedir|%~?dp0%?)[\\/]([^"\r\n]*@openai[\\/]codex[\\/]bin[\\/]codex\.js)/.exec(
    text,
  )?.[1];
  if (named === undefined) return null;
  try {
    return realpathSync(resolve(dirname(file), named.replaceAll('\\', '/')));
  } catch {
    // The shim points nowhere: starting it says so in its own words.
    return null;
  }
}

function readScript(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // It may well be executable without being readable; then it is started as it is.
    return unlessOutOfResources(error);
  }
}

/** The folder of an installed package as seen from a file; null where it is not installed. */
export function packageRootOf(name: string, from: string): string | null {
  try {
    return dirname(createRequire(from).resolve(`${name}/package.json`));
  } catch {
    return null;
  }
}

function readManifest(packageRoot: string): Manifest | null {
  try {
    return JSON.parse(readFileSync(join(packageRoot, 'package.json'), 'utf8')) as Manifest;
  } catch (error) {
    // No readable manifest beside it: then it is no npm package, and started as it is.
    return unlessOutOfResources(error);
  }
}

/** The version beside a native binary that was unpacked with its `codex-package.json` (0.141 and later). */
export function versionBesideNative(file: string): string | null {
  try {
    const text = readFileSync(join(dirname(dirname(realpathSync(file))), 'codex-package.json'), 'utf8');
    const { version } = JSON.parse(text) as { version?: unknown };
    return typeof version === 'string' ? version : null;
  } catch (error) {
    // Not every way to install codex brings that file.
    return unlessOutOfResources(error);
  }
}

/** Nothing is known of a file that could not be opened for want of descriptors. */
function unlessOutOfResources(error: unknown): null {
  if (missingResource(error) !== null) throw error;
  return null;
}
