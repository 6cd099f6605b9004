import { execFileSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PNG } from '../../../support/images.js';
import { ADA, answers } from '../../run/turns/script.js';
import { collect, folderFor, play, Source, task } from '../support.js';

describe('a task that names files', () => {
  it('is an invalid task where they are not there, or have no end', async (context) => {
    const cwd = folderFor(context);
    mkdirSync(join(cwd, 'sub'));
    writeFileSync(join(cwd, 'a.png'), PNG);
    execFileSync('mkfifo', [join(cwd, 'fifo')]);
    const own = [
      { images: ['a.png'], cwd: 'sub' },
      { images: ['a.png', 'b.png'] },
      { images: ['sub'] },
      { images: ['fifo'] },
      { images: ['/dev/zero'] },
      { cwd: 'none' },
      { cwd: 'a.png' },
    ];
    const source = new Source(own.map((fields, index) => task(index, fields)));
    const results = await collect(play(source, [answers(ADA)], { cwd, ordered: true }));
    expect(results.map(({ kind }) => kind)).toEqual(['ok', ...Array(6).fill('invalid_task')]);
    expect(results.slice(1).map((result) => (result.ok ? '' : result.message))).toEqual([
      'The image b.png cannot be read: there is no such file.',
      'The image sub cannot be read: it is a directory.',
      'The image fifo cannot be read: it is not a regular file.',
      'The image /dev/zero cannot be read: it is not a regular file.',
      'The directory none cannot be used: there is no such directory.',
      'The directory a.png cannot be used: it is not a directory.',
    ]);
  });
});
