import { closeSync, openSync } from 'node:fs';
import { delimiter, isAbsolute, join, resolve } from 'node:path';
import type { CodexNotFoundFailure, SpawnFailedFailure } from '../outcome/outcome.js';
import { missingResource, resourceProblem } from '../platform/process/resources.js';
import { codexNotFound, nativePartMissing, spawnFailed } from './failures.js';
import { inspectExecutable } from './inspect-executable.js';
import type { CodexInstallation, Environment } from './installation.js';
import { packageRootOf, resolveLauncher, versionBesideNative } from './npm-launcher.js';
import { isOurOwnBin } from './own-bin.js';

export interface FindCodexOptions {
  /** As given by `--codex-path`: a path, or the name of a command. */
  readonly codexPath?: string;
  readonly env: Environment;
  /** The base of relative paths, and where the search for an installed `@openai/codex` starts. */
  readonly cwd: string;
  /** Ignore a `CODEX_PATH` that names this program itself, as a client that runs us in place of codex sets it. */
  readonly isAtCodexPath?: boolean;
}

export type FindCodexResult = CodexInstallation | CodexNotFoundFailure | SpawnFailedFailure;

/**
 * Finds codex without starting anything: `--codex-path`, `CODEX_STRUCTURED_CODEX_PATH`, `CODEX_PATH`, PATH,
 * then an installed `@openai/codex`. If a flag or variable names a file that cannot be used, the search fails.
 */
export function findCodex(options: FindCodexOptions): FindCodexResult {
  try {
    const found = search(options);
    // Without free descriptors, every file looks absent.
    if (!isInstallation(found) && found.kind === 'codex_not_found') proveFilesCanBeOpened();
    return found;
  } catch (error) {
    const missing = resourceProblem(error);
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

/** Whether codex was found. */
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
  // A bare name is searched on PATH, where this program's own bin is skipped.
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
  /** The first file that cannot be started, reported if no other is found. */
  readonly unusable: string | null;
}

/** Searches as a shell does, except that an empty entry of PATH does not mean the current folder. */
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
  // Windows names it Path, and ignores case.
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
    return spawnFailed(`${file} (from ${foundAt}) is codex-structured itself, not codex`);
  const launched = resolveLauncher(file, verdict.kind === 'executable' ? verdict.size : 0, env);
  if (launched === null) return asItIs(file, foundAt);
  if ('missingPackage' in launched) return nativePartMissing(file, launched.missingPackage);
  return { ...launched, foundAt };
}

function asItIs(file: string, foundAt: string): FindCodexResult {
  if (process.platform === 'win32') {
    if (/\.[cm]?js$/i.test(file))
      return { path: process.execPath, prefixArgs: [file], env: {}, foundAt, version: null };
    // Only a shell can run these scripts, and it would interpret the arguments.
    if (/\.(cmd|bat|ps1)$/i.test(file)) {
      return spawnFailed(
        `${file} is a script that only a Windows shell can run; set 'codexPath' to codex.exe`,
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
