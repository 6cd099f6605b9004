import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createWorkspace, WorkspaceError } from '../../../../src/agent/workspace/create-workspace.js';

let root: string;
let workspace: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'codex-structured-workspace-'));
  workspace = join(root, 'workspace');
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const read = (...path: string[]) => readFileSync(join(workspace, ...path), 'utf8');

describe('a manifest', () => {
  it('is written, with the parent directories', async () => {
    await createWorkspace(
      {
        files: {
          'README.md': 'hi',
          'a/b/run.sh': { content: '#!/bin/sh', mode: 0o750 },
          './c.bin': new Uint8Array([65]),
        },
        directories: ['empty', 'a/d/'],
      },
      workspace,
    );
    expect([read('README.md'), read('a', 'b', 'run.sh'), read('c.bin')]).toEqual(['hi', '#!/bin/sh', 'A']);
    expect(lstatSync(join(workspace, 'a/b/run.sh')).mode & 0o777).toBe(0o750);
    expect(lstatSync(join(workspace, 'a/d')).isDirectory()).toBe(true);
    expect(lstatSync(join(workspace, 'empty')).isDirectory()).toBe(true);
  });

  it('overwrites existing files, and keeps the others', async () => {
    mkdirSync(workspace);
    writeFileSync(join(workspace, 'old'), 'a long old text');
    writeFileSync(join(workspace, 'other'), 'other');
    await createWorkspace({ files: { old: { content: 'new', mode: 0o600 } } }, workspace);
    expect([read('old'), read('other')]).toEqual(['new', 'other']);
    expect(lstatSync(join(workspace, 'old')).mode & 0o777).toBe(0o600);
  });

  it.each(['../x', 'a/../../x', '/etc/x', 'C:/x', 'a\\..\\x', '', '.', 'a/\0x', 'a/..'])(
    'that names %j is refused before anything is written',
    async (path) => {
      const files = { first: 'x', [path]: 'x' };
      await expect(createWorkspace({ files }, workspace)).rejects.toThrow(WorkspaceError);
      await expect(createWorkspace({ directories: [path] }, workspace)).rejects.toThrow(WorkspaceError);
      expect(() => lstatSync(join(workspace, 'first'))).toThrow();
    },
  );

  it('is never written through a symlink', async () => {
    mkdirSync(workspace);
    writeFileSync(join(root, 'precious'), 'kept');
    symlinkSync(root, join(workspace, 'out'));
    symlinkSync(join(root, 'precious'), join(workspace, 'link'));
    symlinkSync(join(root, 'new'), join(workspace, 'dangling'));
    for (const name of ['out/precious', 'link', 'dangling', 'link/x']) {
      await expect(createWorkspace({ files: { [name]: 'x' } }, workspace)).rejects.toThrow(WorkspaceError);
    }
    await expect(createWorkspace({ directories: ['out'] }, workspace)).rejects.toThrow(/is not a directory/);
    expect(readFileSync(join(root, 'precious'), 'utf8')).toBe('kept');
    expect(() => lstatSync(join(root, 'new'))).toThrow();
  });

  it('is never written to a path that is not its own regular file, and does not wait for it', async () => {
    mkdirSync(join(workspace, 'folder'), { recursive: true });
    writeFileSync(join(root, 'precious'), 'kept');
    linkSync(join(root, 'precious'), join(workspace, 'hard'));
    execFileSync('mkfifo', [join(workspace, 'pipe')]);
    for (const [name, sentence] of [
      ['folder', 'a directory is in the way'],
      ['hard', 'has another name'],
      ['pipe', 'a pipe is in the way'],
    ] as const) {
      await expect(createWorkspace({ files: { [name]: 'x' } }, workspace)).rejects.toThrow(sentence);
      await expect(createWorkspace({ files: { [name]: 'x' } }, workspace)).rejects.toThrow(WorkspaceError);
    }
    expect(readFileSync(join(root, 'precious'), 'utf8')).toBe('kept');
    await expect(createWorkspace({}, join(root, 'precious'))).rejects.toThrow(WorkspaceError);
    await expect(createWorkspace({ directories: ['x'.repeat(300)] }, workspace)).rejects.toThrow(
      WorkspaceError,
    );
  });

  it('is not written outside while a directory is repeatedly replaced by a symlink', async () => {
    mkdirSync(join(root, 'outside'));
    mkdirSync(join(workspace, 'a'), { recursive: true });
    writeFileSync(join(root, 'outside/f'), 'kept');
    symlinkSync(join(root, 'outside'), join(workspace, 'link'));
    const exchange = `const fs = require('node:fs'); process.chdir(process.argv[1]); process.send('up');
      for (;;) { const move = (from, to) => { try { fs.renameSync(from, to); return true; } catch { return false; } };
      move('a', 'b'); move('link', 'a'); move('a', 'link');
      if (!move('b', 'a')) fs.rmSync('b', { recursive: true, force: true }); }`;
    const other = spawn(process.execPath, ['-e', exchange, workspace], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    try {
      await once(other, 'message');
      for (let round = 0; round < 500; round += 1) {
        await createWorkspace({ files: { 'a/f': 'written' } }, workspace).catch((error: unknown) => {
          if (!(error instanceof WorkspaceError)) throw error;
        });
        expect(readFileSync(join(root, 'outside/f'), 'utf8')).toBe('kept');
      }
    } finally {
      other.kill('SIGKILL');
      await once(other, 'exit');
    }
  });

  it('can be written to a workspace whose path is a symlink', async () => {
    mkdirSync(join(root, 'real'));
    symlinkSync(join(root, 'real'), workspace);
    await createWorkspace({ files: { a: 'x' } }, workspace);
    expect(readFileSync(join(root, 'real/a'), 'utf8')).toBe('x');
  });
});
