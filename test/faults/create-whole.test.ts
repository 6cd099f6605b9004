import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createWhole } from '../../src/platform/files/create-whole.js';

/** What the file system refuses, and with what. */
const refused = vi.hoisted(() => ({ links: '', writes: '' }));

vi.mock('node:fs', async (original) => {
  const fs = await original<typeof import('node:fs')>();
  const failing = (code: string) => Object.assign(new Error(`${code}: refused, call`), { code });
  return {
    ...fs,
    linkSync(...args: Parameters<typeof fs.linkSync>) {
      if (refused.links !== '') throw failing(refused.links);
      fs.linkSync(...args);
    },
    writeFileSync(...args: Parameters<typeof fs.writeFileSync>) {
      if (refused.writes === '') return fs.writeFileSync(...args);
      // The file is made, and then nothing fits into it.
      fs.writeFileSync(args[0], '', args[2]);
      throw failing(refused.writes);
    },
  };
});

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'codex-structured-create-test-'));
  file = join(folder, 'lock');
  Object.assign(refused, { links: '', writes: '' });
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe.each(['', 'EPERM', 'ENOTSUP', 'ENOSYS'])('where links give "%s"', (links) => {
  beforeEach(() => {
    refused.links = links;
  });

  it('a file is made once, whole, and alone', () => {
    expect(createWhole(file, 'one')).toBe(true);
    expect(createWhole(file, 'two')).toBe(false);
    expect(readFileSync(file, 'utf8')).toBe('one');
    expect(readdirSync(folder)).toEqual(['lock']);
  });

  it.each(['ENOSPC', 'EDQUOT', 'EIO'])('nothing is left where it cannot be written (%s)', (code) => {
    refused.writes = code;
    expect(() => createWhole(file, 'one')).toThrow(code);
    expect(readdirSync(folder)).toEqual([]);
  });

  it('one that was there before stays, also where nothing can be written', () => {
    writeFileSync(file, 'mine');
    refused.writes = 'ENOSPC';
    expect(createWhole(file, 'one')).toBe(false);
    expect(existsSync(file) && readFileSync(file, 'utf8')).toBe('mine');
    expect(readdirSync(folder)).toEqual(['lock']);
  });
});
