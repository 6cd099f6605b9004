import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, it, type TestContext } from 'vitest';
import { MergedJournals } from '../../../../src/batch/journal/merged-journals.js';
import { journalPath, lineOf, result, type SmallResult } from './results.js';

const INVALID = { ok: false, kind: 'invalid_task' } as const;

/** Merges journals that have these results, called `1`, `2` and so on. */
async function merged(context: TestContext, ...journals: readonly (readonly SmallResult[])[]) {
  const folder = dirname(journalPath(context));
  const named = journals.map((results, at) => {
    const path = join(folder, String(at + 1));
    writeFileSync(path, results.map((each) => `${lineOf(each)}\n`).join(''));
    return { path, name: String(at + 1) };
  });
  const merging = await MergedJournals.read(named);
  context.onTestFinished(() => merging.close());
  return {
    lines: () =>
      Buffer.concat([...merging.lines()])
        .toString()
        .split('\n')
        .slice(0, -1),
    missing: () => merging.missing({}),
    notices: merging.notices,
  };
}

function idsOf(lines: readonly string[]): string[] {
  return lines.map((line) => (JSON.parse(line) as SmallResult).id);
}

describe('an invalid task that has been mended', () => {
  const left = ['1 invalid task ran later with corrected input; the later result counts.'];

  it('leaves its place to its successor, whatever that is called and wherever it is', async (context) => {
    const old = [result('a', 0), result('#1', 1, INVALID)];
    const later = [result('bob', 1), result('c', 2)];
    for (const journals of [[old, later], [later, old], [[...old, ...later]]]) {
      const { lines, missing, notices } = await merged(context, ...journals);
      expect(idsOf(lines())).toEqual(['a', 'bob', 'c']);
      expect(await missing()).toEqual([]);
      expect(notices).toEqual(left);
    }
  });

  it('may have kept its id: its input is another one, and that is no contradiction', async (context) => {
    const old = [result('a', 0, { ...INVALID, inputHash: 'other' })];
    for (const journals of [
      [old, [result('a', 0)]],
      [[result('a', 0)], old],
    ]) {
      const { lines, notices } = await merged(context, ...journals);
      expect(lines()).toEqual([lineOf(result('a', 0))]);
      expect(notices).toEqual(left);
    }
  });

  it('and is still invalid has its result once', async (context) => {
    const { lines, missing } = await merged(
      context,
      [result('#0', 0, INVALID), result('b', 1)],
      [result('bad', 0, INVALID)],
    );
    expect(idsOf(lines())).toEqual(['bad', 'b']);
    expect(await missing()).toEqual([]);
  });
});

describe('what cannot be merged', () => {
  it('is no file with an end, and is not waited for', async (context) => {
    const folder = dirname(journalPath(context));
    execFileSync('mkfifo', [join(folder, 'fifo')]);
    const read = (name: string) => MergedJournals.read([{ path: join(folder, name), name }]);
    await expect(read('fifo')).rejects.toThrow('fifo cannot be read: it is not a regular file.');
    await expect(read('.')).rejects.toThrow('. cannot be read: it is a directory.');
    await expect(read('none')).rejects.toThrow('none cannot be read: there is no such file.');
  });
});

describe('results of tasks that have moved between the runs', () => {
  const notice =
    'Some tasks have the same place, since the input was changed between the runs: name it with --tasks for its order, and to see what is missing.';

  it('are in the order of their places, then of the files, then of the lines', async (context) => {
    const { lines, missing, notices } = await merged(
      context,
      [result('b', 1), result('a', 0), result('d', 1)],
      [result('c', 0), result('e', 7)],
    );
    expect(await missing()).toEqual([]);
    expect(notices).toEqual([notice]);
    expect(idsOf(lines())).toEqual(['a', 'c', 'b', 'd', 'e']);
  });

  it('are one where the same task of the same input has two places', async (context) => {
    const { lines, missing } = await merged(context, [result('a', 0)], [result('b', 0), result('a', 1)]);
    expect(await missing()).toEqual([]);
    expect(idsOf(lines())).toEqual(['b', 'a']);
  });
});
