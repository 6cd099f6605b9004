import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { nativeTarget } from '../../src/codex/native-target.js';

/** This machine's, which the layouts below are made for. */
export const TARGET = (() => {
  const target = nativeTarget(process.platform, process.arch);
  if (target === null) throw new Error('codex has no native binary for this machine');
  return target;
})();

export function putFile(path: string, content = '', mode = 0o644): string {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
  chmodSync(path, mode);
  return path;
}

export function putExecutable(path: string, content = '#!/bin/sh\n'): string {
  return putFile(path, content, 0o755);
}

/** `@openai/codex` as npm installs it into a folder, without what differs from release to release. */
export function putLauncher(nodeModules: string, version: string, declaresNative = true): string {
  const root = join(nodeModules, '@openai', 'codex');
  const optionalDependencies = declaresNative ? { [TARGET.packageName]: version } : {};
  putFile(
    join(root, 'package.json'),
    JSON.stringify({ name: '@openai/codex', version, optionalDependencies }),
  );
  return putExecutable(join(root, 'bin', 'codex.js'), '#!/usr/bin/env node\n');
}

/** The platform's package beside it, with its binary at `within` (below the folder of the target). */
export function putNative(nodeModules: string, within: string): string {
  const root = join(nodeModules, ...TARGET.packageName.split('/'));
  putFile(join(root, 'package.json'), JSON.stringify({ name: '@openai/codex' }));
  return putExecutable(join(root, 'vendor', TARGET.triple, within), 'native');
}

/** The link that npm makes in a folder of executables. */
export function putLink(path: string, target: string): string {
  mkdirSync(dirname(path), { recursive: true });
  symlinkSync(target, path);
  return path;
}
