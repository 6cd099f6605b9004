import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findCodex, isInstallation } from '../../../src/codex/find.js';
import type { Environment } from '../../../src/codex/installation.js';
import { nativeTarget } from '../../../src/codex/native-target.js';
import { putExecutable, putFile, putLauncher, putLink, putNative, TARGET } from '../../support/npm-layout.js';

let root: string;
let modules: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'codex-structured-launcher-')));
  modules = join(root, 'lib', 'node_modules');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

/** Returns what is found if a folder of executables contains this `codex`. */
function found(env: Environment = {}) {
  const result = findCodex({ env: { PATH: join(root, 'bin'), ...env }, cwd: root });
  if (!isInstallation(result)) throw new Error(result.message);
  return result;
}

const managed = (by: string) => ({
  CODEX_MANAGED_BY_NPM: undefined,
  CODEX_MANAGED_BY_BUN: undefined,
  CODEX_MANAGED_BY_PNPM: undefined,
  CODEX_MANAGED_BY_VITE_PLUS: undefined,
  CODEX_MANAGED_PACKAGE_ROOT: join(modules, '@openai', 'codex'),
  [by]: '1',
});

describe('layouts', () => {
  test('0.141 and later: the native package beside it', () => {
    putLink(join(root, 'bin', 'codex'), putLauncher(modules, '0.171.0'));
    const native = putNative(modules, 'bin/codex');
    expect(found()).toEqual({
      path: native,
      prefixArgs: [],
      env: managed('CODEX_MANAGED_BY_NPM'),
      version: '0.171.0',
      foundAt: 'PATH',
    });
  });

  test('nested below the launcher, as npm does if versions differ', () => {
    const launcher = putLauncher(modules, '0.171.0');
    putLink(join(root, 'bin', 'codex'), launcher);
    const native = putNative(join(modules, '@openai', 'codex', 'node_modules'), 'bin/codex');
    expect(found().path).toBe(native);
  });

  test('before 0.141: helpers on PATH', () => {
    putLink(join(root, 'bin', 'codex'), putLauncher(modules, '0.132.0'));
    const native = putNative(modules, 'codex/codex');
    const helpers = join(native, '..', '..', 'path');
    expect(found()).toMatchObject({
      path: native,
      env: { ...managed('CODEX_MANAGED_BY_NPM'), PATH: [helpers, join(root, 'bin')].join(delimiter) },
    });
  });

  test('the oldest: everything in one package', () => {
    putLink(join(root, 'bin', 'codex'), putLauncher(modules, '0.42.0', false));
    const vendor = join(modules, '@openai', 'codex', 'vendor', TARGET.triple);
    const native = putExecutable(join(vendor, 'codex', 'codex'), 'native');
    expect(found()).toMatchObject({ path: native, version: '0.42.0' });
  });

  test('an unknown layout: the launcher is run with this Node', () => {
    const launcher = putLauncher(modules, '9.0.0');
    putLink(join(root, 'bin', 'codex'), launcher);
    putNative(modules, 'somewhere/else/codex');
    expect(found()).toEqual({
      path: process.execPath,
      prefixArgs: [launcher],
      env: {},
      version: '9.0.0',
      foundAt: 'PATH',
    });
  });

  test('the native package is not installed: the failure says so, and what to do', () => {
    putLink(join(root, 'bin', 'codex'), putLauncher(modules, '0.171.0'));
    expect(findCodex({ env: { PATH: join(root, 'bin') }, cwd: root })).toMatchObject({
      kind: 'codex_not_found',
      searched: [join(root, 'bin', 'codex'), TARGET.packageName],
      message: expect.stringMatching(/optional package .*npm install -g/),
    });
  });

  test('a codex.js that is not from @openai/codex is started as it is', () => {
    const other = putExecutable(join(root, 'other', 'bin', 'codex.js'));
    putFile(join(root, 'other', 'package.json'), '{"name":"something-else"}');
    putLink(join(root, 'bin', 'codex'), other);
    expect(found()).toMatchObject({ path: join(root, 'bin', 'codex'), prefixArgs: [], version: null });
    writeFileSync(join(root, 'other', 'package.json'), '{ not json');
    expect(found()).toMatchObject({ path: join(root, 'bin', 'codex'), version: null });
  });

  test('the version of a native binary is read from codex-package.json', () => {
    const vendor = join(root, 'standalone');
    putFile(join(vendor, 'codex-package.json'), '{"layoutVersion":1,"version":"0.170.2"}');
    putLink(join(root, 'bin', 'codex'), putExecutable(join(vendor, 'bin', 'codex'), 'native'));
    expect(found()).toMatchObject({ path: join(root, 'bin', 'codex'), env: {}, version: '0.170.2' });
  });
});

describe('shims', () => {
  test.each([
    [
      'pnpm and yarn',
      '#!/bin/sh\nbasedir=$(dirname "$0")\nexec node "$basedir/../lib/node_modules/@openai/codex/bin/codex.js" "$@"\n',
    ],
    [
      'npm on Windows',
      '@ECHO off\r\n"%_prog%"  "%dp0%\\..\\lib\\node_modules\\@openai\\codex\\bin\\codex.js" %*\r\n',
    ],
  ])('of %s', (_whose, text) => {
    putLauncher(modules, '0.171.0');
    const native = putNative(modules, 'bin/codex');
    putExecutable(join(root, 'bin', 'codex'), text);
    expect(found()).toMatchObject({ path: native, version: '0.171.0' });
  });

  test('a broken shim, or another script, is started as it is', () => {
    const shim = putExecutable(
      join(root, 'bin', 'codex'),
      '#!/bin/sh\n"$basedir/@openai/codex/bin/codex.js"\n',
    );
    expect(found()).toMatchObject({ path: shim, version: null });
    putExecutable(shim, '#!/bin/sh\nexec /opt/codex "$@"\n');
    expect(found()).toMatchObject({ path: shim, version: null });
  });
});

describe('the package manager, as detected by the launcher of 0.171.0', () => {
  beforeEach(() => {
    putLink(join(root, 'bin', 'codex'), putLauncher(modules, '0.171.0'));
    putNative(modules, 'bin/codex');
  });

  test.each([
    ['CODEX_MANAGED_BY_NPM', {}],
    ['CODEX_MANAGED_BY_NPM', { npm_config_user_agent: 'npm/10.0.0 node/v20' }],
    ['CODEX_MANAGED_BY_BUN', { npm_config_user_agent: 'bun/1.2.0' }],
    ['CODEX_MANAGED_BY_BUN', { npm_execpath: '/home/u/.bun/bin/bun' }],
  ])('%s by the environment %o', (by, env) => {
    expect(found(env).env).toEqual(managed(by));
  });

  test('pnpm, by its metadata', () => {
    putFile(join(root, 'lib', 'node_modules', '.modules.yaml'));
    expect(found().env).toEqual(managed('CODEX_MANAGED_BY_PNPM'));
  });
});

test('Vite+, by its metadata', () => {
  modules = join(root, 'packages', '@openai', 'codex', 'id-1', 'lib', 'node_modules');
  putLink(join(root, 'bin', 'codex'), putLauncher(modules, '0.171.0'));
  putNative(modules, 'bin/codex');
  putFile(join(root, 'packages', '@openai', 'codex.json'), '{"name":"@openai/codex","installId":"id-1"}');
  expect(found().env).toEqual(managed('CODEX_MANAGED_BY_VITE_PLUS'));
});

test('targets', () => {
  expect(nativeTarget('linux', 'x64')).toEqual({
    triple: 'x86_64-unknown-linux-musl',
    packageName: '@openai/codex-linux-x64',
    binary: 'codex',
  });
  expect(nativeTarget('win32', 'arm64')).toMatchObject({
    triple: 'aarch64-pc-windows-msvc',
    binary: 'codex.exe',
  });
  expect(nativeTarget('darwin', 'arm64')).toMatchObject({ triple: 'aarch64-apple-darwin' });
  expect(nativeTarget('freebsd', 'x64')).toBeNull();
  expect(nativeTarget('linux', 'mips')).toBeNull();
});
