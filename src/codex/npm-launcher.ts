import { readFileSync, realpathSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, delimiter, dirname, join, resolve } from 'node:path';
import { missingResource } from '../platform/process/resources.js';
import { inspectExecutable } from './inspect-executable.js';
import type { CodexInstallation, Environment } from './installation.js';
import { nativeTarget } from './native-target.js';
import { managedByEnvironment } from './package-manager.js';

/** The program that an npm package's `codex` starts, or the name of its missing native package. */
export type ResolvedLauncher = Omit<CodexInstallation, 'foundAt'> | { readonly missingPackage: string };

/** Launchers and shims are a few kilobytes; larger files are native binaries. */
const MAX_SCRIPT_BYTES = 256 * 1024;

/**
 * Resolves the npm launcher (`@openai/codex/bin/codex.js`), a link to it, or a shim of npm, pnpm or yarn that calls
 * it, to the native binary. Starting the launcher itself would cost a Node process per run, and a SIGKILL of it would
 * leave codex running. Returns null if `file` is something else, which is then started as it is.
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
  // The package has an unknown layout: start the launcher itself.
  return { path: process.execPath, prefixArgs: [launcher], env: {}, version };
}

/** Finds the binary in the layout of 0.141 and later, or in the former one, whose helpers must be on PATH. */
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

/** Finds the launcher that a shim of npm, pnpm or yarn calls; shims name it relative to their own folder. */
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
    // The shim is broken; starting it reports the reason.
    return null;
  }
}

function readScript(file: string): string | null {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    // A file may be executable but not readable; it is then started as it is.
    return unlessOutOfResources(error);
  }
}

/** Returns the folder of a package as resolved from a file; null if it is not installed. */
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
    // Without a readable manifest it is not an npm package, and is started as it is.
    return unlessOutOfResources(error);
  }
}

/** Reads the version from the `codex-package.json` beside a native binary (0.141 and later); null if unknown. */
export function versionBesideNative(file: string): string | null {
  try {
    const text = readFileSync(join(dirname(dirname(realpathSync(file))), 'codex-package.json'), 'utf8');
    const { version } = JSON.parse(text) as { version?: unknown };
    return typeof version === 'string' ? version : null;
  } catch (error) {
    // Not every installation has that file.
    return unlessOutOfResources(error);
  }
}

/** @throws the error if no descriptors are left: it says nothing about the file */
function unlessOutOfResources(error: unknown): null {
  if (missingResource(error) !== null) throw error;
  return null;
}
