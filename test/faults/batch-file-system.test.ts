import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { BatchBench } from '../support/batch-bench.js';

let bench: BatchBench;
let mounts: string[] = [];
beforeEach(() => {
  bench = new BatchBench();
  bench.tasks('t.jsonl', [
    { id: 'a', prompt: 'a' },
    { id: 'b', prompt: 'b' },
  ]);
});
afterEach(() => {
  for (const target of mounts) spawnSync('umount', [target]);
  mounts = [];
  bench.dispose();
});

function batch(...more: string[]) {
  return bench.batch(['t.jsonl', '-o', 'r.jsonl', '--quiet', ...more]);
}

function idsIn(name: string): string[] {
  return bench.results(name).map(({ id }) => id);
}

/** Mounts for the time of a test; skips it where that is not allowed. */
function mount(context: TestContext, target: string, ...options: string[]): void {
  const mounted = spawnSync('mount', [...options, target]).status === 0;
  if (!mounted) context.skip('only root can mount');
  mounts.push(target);
}

/** The journal cannot be replaced by another file any more, as one that a container was given. */
function mountJournal(context: TestContext): void {
  const path = bench.path('r.jsonl');
  mount(context, path, '--bind', path);
}

describe('a journal that something is mounted on', () => {
  const STAYS = 'Its outdated lines stay in it and do not count, since the file cannot be replaced';

  it('is resumed: outdated lines stay in it, and do not count', async (context) => {
    await batch('--ordered');
    const [a = '', b = ''] = bench.read('r.jsonl').split('\n');
    bench.write('r.jsonl', `${a.replace('"kind":"ok"', '"kind":"aborted"')}\n${a}\n${b.slice(0, -1)}`);
    mountJournal(context);
    const again = await batch('--resume');
    expect(again.code).toBe(0);
    expect(again.stderr).toContain('Its last line was torn: that task runs again.');
    expect(again.stderr).toContain(STAYS);
    expect(again.stderr).not.toContain('internal error');
    expect(bench.turns().slice(2)).toEqual(['b']);
    expect(idsIn('r.jsonl')).toEqual(['a', 'a', 'b']);
    expect(await batch('--resume')).toMatchObject({ code: 0 });
    expect(bench.turns()).toHaveLength(3);
    expect(await bench.run(['batch', 'merge', 'r.jsonl', '--tasks', 't.jsonl', '--quiet'])).toMatchObject({
      code: 0,
      stderr: '',
    });
  });

  it('says so at the end too, where its first outdated line comes only then', async (context) => {
    bench.tasks('t.jsonl', [{ id: 'a', prompt: 'limit' }]);
    await batch();
    mountJournal(context);
    bench.tasks('t.jsonl', [{ id: 'a', prompt: 'a' }]);
    const { code, stderr } = await batch('--resume');
    expect(code).toBe(0);
    expect(stderr).toContain(STAYS);
  });

  it('with --ordered is well if it is in order, and else says that it is not', async (context) => {
    bench.write('r.jsonl', '');
    mountJournal(context);
    expect(await batch('--ordered')).toMatchObject({ code: 0, stderr: '' });
    bench.tasks('t.jsonl', [
      { id: 'b', prompt: 'b' },
      { id: 'a', prompt: 'a' },
    ]);
    const { code, stderr } = await batch('--ordered', '--resume');
    expect(code).toBe(74);
    expect(stderr).toContain(
      'r.jsonl could not be put in order, but has all results: it is in use or a mount point.',
    );
    expect(idsIn('r.jsonl')).toEqual(['a', 'b']);
  });

  it('is overwritten, once there is a result to overwrite it with', async (context) => {
    await batch();
    const old = bench.read('r.jsonl');
    mountJournal(context);
    expect((await batch('--overwrite', '--codex-path', '/nope')).code).toBe(127);
    expect(bench.read('r.jsonl')).toBe(old);
    bench.tasks('t.jsonl', [
      { id: 'c', prompt: 'c' },
      { id: 'd', prompt: 'd' },
    ]);
    expect(await batch('--overwrite')).toMatchObject({ code: 0, stderr: '' });
    expect(idsIn('r.jsonl').sort()).toEqual(['c', 'd']);
    expect(readdirSync(bench.folder).filter((name) => name.includes('r.jsonl'))).toEqual(['r.jsonl']);
  });
});

describe('a directory', () => {
  it('that is read-only is refused with one sentence', async (context) => {
    mkdirSync(bench.path('ro'));
    mount(context, bench.path('ro'), '-t', 'tmpfs', 'tmpfs');
    writeFileSync(bench.path('ro', 'r.jsonl'), '');
    spawnSync('mount', ['-o', 'remount,ro', bench.path('ro')]);
    const { code, stderr } = await bench.batch(['t.jsonl', '-o', 'ro/r.jsonl', '--resume', '--quiet']);
    expect(code).toBe(2);
    expect(stderr).toMatch(/ro\/r\.jsonl(\.lock)? cannot be (written|made): .*read-only/);
    expect(stderr).not.toContain('internal error');
  });

  it('in the place of the journal is refused with one sentence', async () => {
    mkdirSync(bench.path('r.jsonl'));
    const { code, stderr } = await batch('--resume');
    expect({ code, stderr }).toMatchObject({ code: 2 });
    expect(stderr).toContain('--output r.jsonl cannot be written: it is a directory.');
  });
});

describe('a full disk', () => {
  it('while the lock is made leaves no lock, and once there is room the batch runs', async (context) => {
    mkdirSync(bench.path('small'));
    mount(context, bench.path('small'), '-t', 'tmpfs', '-o', 'size=64k', 'tmpfs');
    const filler = bench.path('small', 'filler');
    spawnSync('dd', ['if=/dev/zero', `of=${filler}`, 'bs=4k', 'count=100']);
    const args = ['t.jsonl', '-o', 'small/r.jsonl', '--quiet'];
    const full = await bench.batch(args);
    expect(full.code).toBe(2);
    expect(full.stderr).toContain(
      'The lock small/r.jsonl.lock cannot be made: no space is left on the device.',
    );
    expect(readdirSync(bench.path('small'))).toEqual(['filler']);
    rmSync(filler);
    expect(await bench.batch(args)).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('a lock', () => {
  it.each([
    ['empty', ''],
    ['torn', 'host codex-struc'],
    ['of zeros, as after a power failure', '\0'.repeat(40)],
  ])('that is %s is in nobody’s way', async (_, content) => {
    bench.write('r.jsonl.lock', content);
    expect(await batch()).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(bench.path('r.jsonl.lock'))).toBe(false);
    bench.write('r.jsonl.lock', content);
    expect((await bench.run(['batch', 'merge', 'r.jsonl', '-o', 'all.jsonl', '--quiet'])).code).toBe(0);
  });

  it('that is none is left alone, and is in the way of a batch but not of its results', async () => {
    await batch();
    const makers: readonly (() => void)[] = [
      () => bench.write('r.jsonl.lock', 'dependencies:\n  left-pad: 1\n'),
      () => mkdirSync(bench.path('r.jsonl.lock')),
      () => spawnSync('mkfifo', [bench.path('r.jsonl.lock')]),
      () => symlinkSync('nowhere', bench.path('r.jsonl.lock')),
    ];
    for (const make of makers) {
      make();
      const { code, stderr } = await batch('--resume');
      expect(code).toBe(2);
      expect(stderr).toContain(
        'r.jsonl.lock is in the way: it is not a lock; move it, or name another output file.',
      );
      expect((await bench.run(['batch', 'merge', 'r.jsonl', '--quiet'])).code).toBe(0);
      rmSync(bench.path('r.jsonl.lock'), { recursive: true });
    }
    expect(readFileSync(bench.path('r.jsonl'), 'utf8')).not.toBe('');
  });
});
