import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findCodex } from '../../../src/codex/find.js';
import { putExecutable, putFile, putLauncher, putLink, putNative } from '../../support/npm-layout.js';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'codex-structured-find-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (...parts: string[]) => join(root, ...parts);
const asItIs = { prefixArgs: [], env: {}, version: null };

describe('the order of the places', () => {
  test('argument, own variable, CODEX_PATH, PATH', () => {
    for (const name of ['a', 'b', 'c']) putExecutable(at(name));
    putExecutable(at('bin', 'codex'));
    const env = { CODEX_STRUCTURED_CODEX_PATH: at('b'), CODEX_PATH: at('c'), PATH: at('bin') };
    const find = (extra: object, codexPath?: string) =>
      findCodex({ env: { ...env, ...extra }, cwd: root, ...(codexPath === undefined ? {} : { codexPath }) });
    expect(find({}, at('a'))).toEqual({ ...asItIs, path: at('a'), foundAt: '--codex-path' });
    expect(find({})).toEqual({ ...asItIs, path: at('b'), foundAt: 'CODEX_STRUCTURED_CODEX_PATH' });
    expect(find({ CODEX_STRUCTURED_CODEX_PATH: '' })).toEqual({
      ...asItIs,
      path: at('c'),
      foundAt: 'CODEX_PATH',
    });
    expect(find({ CODEX_STRUCTURED_CODEX_PATH: undefined, CODEX_PATH: '' })).toEqual({
      ...asItIs,
      path: at('bin', 'codex'),
      foundAt: 'PATH',
    });
  });

  test('an installed @openai/codex above the working directory, if PATH has none', () => {
    putLauncher(at('node_modules'), '0.171.0');
    const native = putNative(at('node_modules'), 'bin/codex');
    mkdirSync(at('deep', 'er'), { recursive: true });
    expect(findCodex({ env: { PATH: at('bin') }, cwd: at('deep', 'er') })).toMatchObject({
      path: native,
      foundAt: '@openai/codex',
      version: '0.171.0',
    });
  });

  test('a named file that is missing fails: nothing else is searched', () => {
    putExecutable(at('bin', 'codex'));
    for (const [from, options] of [
      ['--codex-path', { codexPath: './nowhere', env: { PATH: at('bin') } }],
      ['CODEX_PATH', { env: { PATH: at('bin'), CODEX_PATH: at('nowhere') } }],
    ] as const) {
      expect(findCodex({ ...options, cwd: root })).toMatchObject({
        kind: 'codex_not_found',
        searched: [`${from}: ${at('nowhere')}`],
        workMayHaveRun: false,
        retryable: false,
        message: expect.stringContaining(from),
      });
    }
  });

  test('a bare name is looked up on PATH, then in the working directory', () => {
    putExecutable(at('bin', 'codex-next'));
    putExecutable(at('codex-here'));
    const env = { PATH: at('bin') };
    expect(findCodex({ codexPath: 'codex-next', env, cwd: root })).toMatchObject({
      path: at('bin', 'codex-next'),
    });
    expect(findCodex({ codexPath: 'codex-here', env, cwd: root })).toMatchObject({ path: at('codex-here') });
  });
});

describe('PATH', () => {
  test('skips what a shell would skip', () => {
    putFile(at('plain', 'codex'));
    mkdirSync(at('folder', 'codex'), { recursive: true });
    putLink(at('broken', 'codex'), at('nowhere'));
    putExecutable(at('good', 'codex'));
    const path = ['plain', 'folder', 'broken', 'missing', 'good'].map((dir) => at(dir)).join(':');
    expect(findCodex({ env: { PATH: path }, cwd: root })).toMatchObject({ path: at('good', 'codex') });
  });

  test.each([
    ['not executable', (path: string) => putFile(path), /is not executable \(run chmod \+x/],
    ['a directory', (path: string) => mkdirSync(path, { recursive: true }), /is a directory/],
  ])('a codex that is %s, and no other', (_what, put, reason) => {
    put(at('bin', 'codex'));
    const found = findCodex({ env: { PATH: at('bin') }, cwd: '/' });
    // The project's own @openai/codex is the last place; this repository has it.
    expect(found).toMatchObject({ foundAt: '@openai/codex' });
    expect(findCodex({ codexPath: at('bin', 'codex'), env: {}, cwd: '/' })).toMatchObject({
      kind: 'spawn_failed',
      reason: expect.stringMatching(reason),
      workMayHaveRun: false,
    });
  });

  test('an empty entry is not the working directory; a relative one is below it', () => {
    putExecutable(at('codex'));
    putExecutable(at('tools', 'codex'));
    expect(findCodex({ env: { PATH: ':' }, cwd: root })).toMatchObject({ foundAt: '@openai/codex' });
    expect(findCodex({ env: { PATH: ':tools' }, cwd: root })).toMatchObject({ path: at('tools', 'codex') });
  });

  test('skips codex-structured under the name of codex', () => {
    const own = putExecutable(at('lib', 'codex-structured.js'));
    putLink(at('bin', 'codex'), own);
    putExecutable(at('other', 'codex'));
    const env = { PATH: `${at('bin')}:${at('other')}` };
    expect(findCodex({ env, cwd: root })).toMatchObject({ path: at('other', 'codex') });
    expect(findCodex({ codexPath: at('bin', 'codex'), env, cwd: root })).toMatchObject({
      kind: 'spawn_failed',
      reason: expect.stringContaining('codex-structured itself'),
    });
  });
});

test('the failure says why a path cannot be used', () => {
  putLink(at('loop'), at('loop'));
  putFile(at('file'));
  const find = (codexPath: string) => findCodex({ codexPath, env: {}, cwd: root });
  expect(find(at('loop'))).toMatchObject({
    kind: 'spawn_failed',
    reason: expect.stringContaining('symbolic link loop'),
  });
  expect(find(at('file', 'codex'))).toMatchObject({ kind: 'codex_not_found' });
  expect(find(at('x'.repeat(300)))).toMatchObject({
    kind: 'spawn_failed',
    reason: expect.stringContaining('too long'),
  });
});

test('a program that is executable but not readable is started as it is', () => {
  const path = putExecutable(at('codex'));
  chmodSync(path, 0o111);
  expect(findCodex({ codexPath: path, env: {}, cwd: root })).toEqual({
    ...asItIs,
    path,
    foundAt: '--codex-path',
  });
});
