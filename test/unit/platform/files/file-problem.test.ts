import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { fileProblem } from '../../../../src/platform/files/file-problem.js';

const folder = mkdtempSync(join(tmpdir(), 'file-problem-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function problemOf(path: string, what?: 'file' | 'directory'): string {
  try {
    readFileSync(path);
  } catch (error) {
    return fileProblem(error, what);
  }
  throw new Error(`${path} can be read`);
}

describe('fileProblem', () => {
  it('says that a file or a directory does not exist', () => {
    expect(problemOf(join(folder, 'none'))).toBe('there is no such file');
    expect(problemOf(join(folder, 'none'), 'directory')).toBe('there is no such directory');
  });

  it('says what else is wrong', () => {
    symlinkSync('loop', join(folder, 'loop'));
    expect(problemOf(folder)).toBe('it is a directory');
    expect(problemOf(join(folder, 'loop'))).toBe('it is part of a symbolic link loop');
    expect(problemOf(join(folder, 'n'.repeat(300)))).toBe('its name is too long');
    expect(fileProblem(Object.assign(new Error('EACCES: …'), { code: 'EACCES' }))).toBe('permission denied');
  });

  it('repeats the message of any other error', () => {
    expect(fileProblem(new Error('The pipe was closed.'))).toBe('The pipe was closed.');
    expect(fileProblem('broken')).toBe('broken');
  });
});
