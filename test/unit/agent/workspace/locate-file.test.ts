import { linkSync, mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { locateFile } from '../../../../src/agent/workspace/locate-file.js';

let base: string;
let workspace: string;
const inside = (name: string) => join(workspace, name);
const outside = (name: string) => join(base, 'outside', name);

beforeAll(() => {
  base = realpathSync(mkdtempSync(join(tmpdir(), 'codex-structured-places-')));
  workspace = join(base, 'workspace');
  for (const folder of ['workspace/sub', 'outside/deep', 'more']) {
    mkdirSync(join(base, folder), { recursive: true });
  }
  writeFileSync(inside('file'), '');
  writeFileSync(outside('file'), '');
  symlinkSync(outside('.'), inside('folder-link'));
  symlinkSync('../outside/deep', inside('relative-link'));
  symlinkSync(outside('file'), inside('file-link'));
  symlinkSync(outside('not-there-yet'), inside('dangling-link'));
  symlinkSync('folder-link', inside('link-to-link'));
  symlinkSync('sub', inside('link-within'));
  symlinkSync('circle-b', inside('circle-a'));
  symlinkSync('circle-a', inside('circle-b'));
  symlinkSync('workspace', join(base, 'workspace-link'));
  linkSync(outside('file'), inside('hard-link'));
});
afterAll(() => rmSync(base, { recursive: true, force: true }));

const place = (path: string, roots = [workspace]) => locateFile(path, workspace, roots);

describe('a file of a change', () => {
  it.each([
    ['file', 'file'],
    ['new', 'new'],
    ['sub/new/deep.txt', 'sub/new/deep.txt'],
    ['sub/../new', 'new'],
    ['link-within/x', 'sub/x'],
    ['..file', '..file'],
    ['.github/x', '.github/x'],
    ['x.git', 'x.git'],
  ])('%s is inside', (path, real) => {
    expect(place(path)).toEqual({ realPath: inside(real), why: null });
    expect(place(inside(path))).toEqual({ realPath: inside(real), why: null });
  });

  it.each([
    ['../x', 'x'],
    ['sub/../../outside/x', 'outside/x'],
    ['folder-link/x', 'outside/x'],
    ['folder-link/new/x', 'outside/new/x'],
    ['link-to-link/x', 'outside/x'],
    ['relative-link/x', 'outside/deep/x'],
    ['dangling-link', 'outside/not-there-yet'],
    ['../workspace-beside/x', 'workspace-beside/x'],
    ['.', 'workspace'],
  ])('%s is outside', (path, real) => {
    expect(place(path)).toEqual({ realPath: join(base, real), why: 'outsideWorkspace' });
  });

  it.each([
    ['file-link', 'outsideWorkspace'],
    ['.git/hooks/pre-commit', 'protected'],
    ['.GIT/config', 'protected'],
    ['sub/.git', 'protected'],
    ['.codex/config.toml', 'protected'],
    ['.agents/x', 'protected'],
    ['hard-link', 'sharedFile'],
    ['sub', 'specialFile'],
    ['circle-a', 'unresolved'],
    ['file/below', 'unresolved'],
  ])('%s leaves the sandbox: %s', (path, why) => {
    expect(place(path).why).toBe(why);
  });

  it('is inside a workspace whose path is a symlink, and inside each added folder', () => {
    const link = join(base, 'workspace-link');
    expect(place(join(link, 'new'), [link])).toEqual({ realPath: inside('new'), why: null });
    expect(place(join(base, 'more/new')).why).toBe('outsideWorkspace');
    expect(place(join(base, 'more/new'), [workspace, join(base, 'more')]).why).toBeNull();
  });
});
