import { closeSync, openSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import type { CodexNotFoundFailure, SpawnFailedFailure } from '../outcome/outcome.js';
import { codexNotFound, nativePartMissing, spawnFailed } from './failures.js';
import { inspectExecutable } from './inspect-executable.js';
import type { CodexInstallation, Environment } from './installation.js';
import { packageRootOf, resolveLauncher, versionBesideNative } from './npm-launcher.js';
import { isOurOwnBin } from './own-bin.js';
import { missingResource, outOfResources } from './resources.js';

export interface FindCodexOptions {
  /** As given by `--codex-path`: a path, or the name of a command. */
  readonly codexPath?: string;
  readonly env: Environment;
  /** Relative paths start here, and so does the search for an installed `@openai/codex`. */
  readonly cwd: string;
  /** A `CODEX_PATH` that names ourselves, as it does where we were put there for a client, is passed over. */
  readonly isAtCodexPath?: boolean;
}

export type FindCodexResult = CodexInstallation | CodexNotFoundFailure | SpawnFailedFailure;

/**
 * Finds codex without starting anything: `--codex-path`, `CODEX_STRUCTURED_CODEX_PATH`, `CODEX_PATH`, PATH,
 * then an installed `@openai/codex`. A place that names a file is final: where that file is not usable,
 * nothing else is taken in its stead.
 */
export function findCodex(options: FindCodexOptions): FindCodexResult {
  try {
    const found = search(options);
    // What cannot be opened looks as if it were not there.
    if (!isInstallation(found) && found.kind === 'codex_not_found') proveFilesCanBeOpened();
    return found;
  } catch (error) {
    const missing = outOfResources(missingResource(error) ?? undefined);
    if (missing === null) throw error;
    return spawnFailed(missing);
  }
}

function search(options: FindCodexOptions): FindCodexResult {
  const named = namedPlace(options);
  if (named !== null) return ofNamedPlace(named, options);
  const onPath = searchPath('codex', options);
  if (onPath.found !== null) return ofFile(onPath.found, 'PATH', options);
  const installed = installedPackage(options);
  if (installed !== null) return ofFile(installed, '@openai/codex', options);
  if (onPath.unusable !== null) return spawnFailed(onPath.unusable);
  return codexNotFound([...onPath.searched, `@openai/codex installed at or above ${options.cwd}`]);
}

/** Whether `findCodex` found one. */
export function isInstallation(result: FindCodexResult): result is CodexInstallation {
  return 'path' in result;
}

interface NamedPlace {
  readonly from: string;
  readonly value: string;
}

function namedPlace(options: FindCodexOptions): NamedPlace | null {
  const { codexPath, env } = options;
  const places: readonly (readonly [string, string | undefined])[] = [
    ['--codex-path', codexPath],
    ['CODEX_STRUCTURED_CODEX_PATH', env['CODEX_STRUCTURED_CODEX_PATH']],
    ['CODEX_PATH', env['CODEX_PATH']],
  ];
  for (const [from, value] of places) {
    if (value === undefined || value === '') continue;
    if (from === 'CODEX_PATH' && options.isAtCodexPath === true && isOurselves(value, options)) continue;
    return { from, value };
  }
  return null;
}

function isOurselves(value: string, options: FindCodexOptions): boolean {
  const file = resolve(options.cwd, value);
  if (inspectExecutable(file).kind === 'executable') return isOurOwnBin(file);
  // A mere name was found on PATH, where our own is never taken.
  return !/[\\/]/.test(value) && /^codex-structured/.test(value);
}

function ofNamedPlace({ from, value }: NamedPlace, options: FindCodexOptions): FindCodexResult {
  if (!/[\\/]/.test(value)) {
    const onPath = searchPath(value, options);
    if (onPath.found !== null) return ofFile(onPath.found, from, options);
  }
  const file = resolve(options.cwd, value);
  const verdict = inspectExecutable(file);
  if (verdict.kind === 'absent') return codexNotFound([`${from}: ${file}`], { from, file });
  if (verdict.kind === 'unusable') return spawnFailed(`${file} (named by ${from}) ${verdict.reason}`);
  return ofFile(file, from, options);
}

interface PathSearch {
  readonly found: string | null;
  readonly searched: readonly string[];
  /** The first that is there and cannot be started, for the case that there is no other. */
  readonly unusable: string | null;
}

/** As a shell looks for a command, but that an empty entry of PATH is not taken for the current folder. */
function searchPath(name: string, { env, cwd }: FindCodexOptions): PathSearch {
  const searched: string[] = [];
  let unusable: string | null = null;
  for (const entry of pathEntries(env)) {
    const dir = isAbsolute(entry) ? entry : resolve(cwd, entry);
    for (const file of namesOnPlatform(name).map((candidate) => join(dir, candidate))) {
      searched.push(file);
      const verdict = inspectExecutable(file);
      if (verdict.kind === 'unusable') unusable ??= `${file} ${verdict.reason}`;
      if (verdict.kind === 'executable' && !isOurOwnBin(file)) return { found: file, searched, unusable };
    }
  }
  return { found: null, searched, unusable };
}

function pathEntries(env: Environment): readonly string[] {
  // Windows spells it Path, and compares names without case.
  const key = process.platform === 'win32' ? Object.keys(env).find((name) => /^path$/i.test(name)) : 'PATH';
  return ((key === undefined ? undefined : env[key]) ?? '').split(delimiter).filter((entry) => entry !== '');
}

function namesOnPlatform(name: string): readonly string[] {
  return process.platform === 'win32' ? [`${name}.exe`, `${name}.cmd`] : [name];
}

function installedPackage({ cwd }: FindCodexOptions): string | null {
  const root =
    packageRootOf('@openai/codex', join(cwd, 'from-here.js')) ??
    packageRootOf('@openai/codex', import.meta.url);
  return root === null ? null : join(root, 'bin', 'codex.js');
}

function ofFile(file: string, foundAt: string, { env }: FindCodexOptions): FindCodexResult {
  const verdict = inspectExecutable(file);
  if (isOurOwnBin(file))
    return spawnFailed(`${file} (found at ${foundAt}) is codex-structured itself, not codex`);
  const launched = resolveLauncher(file, verdict.kind === 'executable' ? verdict.size : 0, env);
  if (launched === null) return asItIs(file, foundAt);
  if ('missingPackage' in launched) return nativePartMissing(file, launched.missingPackage);
  return { ...launched, foundAt };
}

function asItIs(file: string, foundAt: string): FindCodexResult {
  if (process.platform === 'win32') {
    if (/\.[cm]?js$/i.test(file))
      return { path: process.execPath, prefixArgs: [file], env: {}, foundAt, version: null };
    // Only a shell can run those, and a shell would read the arguments as commands.
    if (/\.(cmd|bat|ps1)$/i.test(file)) {
      return spawnFailed(
        `${file} is a script that only a Windows shell can run; name codex.exe with --codex-path`,
      );
    }
  }
  return { path: file, prefixArgs: [], env: {}, foundAt, version: versionBesideNative(file) };
}

/** @throws if the system has no descriptors left */
function proveFilesCanBeOpened(): void {
  try {
    closeSync(openSync(process.execPath, 'r'));
  } catch (error) {
    if (missingResource(error) !== null) throw error;
  }
}
