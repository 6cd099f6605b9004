import { spawnSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Journal } from '../../../../src/batch/journal/journal.js';
import { temporaryBeside } from '../../../../src/platform/files/temporary-file.js';
import { append, idsIn, journalPath, lineOf, open, result } from './results.js';

describe('a journal', () => {
  it('has a line a result, at once, for its owner alone', async (context) => {
    const path = journalPath(context);
    const journal = await open(path);
    append(journal, result('b', 1));
    expect(readFileSync(path, 'utf8')).toBe(`${lineOf(result('b', 1))}\n`);
    append(journal, result('a', 0));
    journal.close({ sorted: false });
    expect(idsIn(path)).toEqual(['b', 'a']);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(readdirSync(dirname(path))).toEqual(['results.jsonl']);
  });

  it('is sorted at the end where that is asked for', async (context) => {
    const path = journalPath(context);
    const journal = await open(path);
    append(journal, result('c', 2), result('a', 0), result('b', 1));
    journal.close({ sorted: true });
    expect(idsIn(path)).toEqual(['a', 'b', 'c']);
  });

  it('with results in it is not taken for a new one', async (context) => {
    const path = journalPath(context);
    const first = await open(path);
    append(first, result('a', 0));
    first.close({ sorted: false });
    await expect(open(path)).rejects.toThrow(
      'There are results in results.jsonl already: go on from them with --resume, or replace them with --overwrite.',
    );
    expect(idsIn(path)).toEqual(['a']);
    const second = await open(path, 'overwrite');
    append(second, result('b', 0));
    second.close({ sorted: false });
    expect(idsIn(path)).toEqual(['b']);
  });

  it('is never a symbolic link', async (context) => {
    const path = journalPath(context);
    writeFileSync(`${path}.real`, '');
    symlinkSync(`${path}.real`, path);
    await expect(open(path)).rejects.toThrow('results.jsonl cannot be written: it is a symbolic link');
  });
});

describe('a resumed journal', () => {
  it('knows what is done: the same task with the same input, ended for good', async (context) => {
    const path = journalPath(context);
    const first = await open(path);
    append(
      first,
      result('ok', 0),
      result('mismatch', 1, { kind: 'schema_mismatch', retryable: false }),
      result('timeout', 2, { kind: 'timeout', retryable: false }),
      result('aborted', 3, { kind: 'aborted', retryable: false }),
      result('lost', 4, { kind: 'turn_failed', retryable: true, error: { code: 'stream_lost' } }),
      result('limit', 5, { kind: 'turn_failed', retryable: false, error: { code: 'usage_limit' } }),
      result('auth', 6, { kind: 'turn_failed', retryable: false, error: { code: 'auth' } }),
      result('refused', 7, { kind: 'turn_failed', retryable: false, error: { code: 'refused' } }),
      result('none', 8, { kind: 'codex_not_found', retryable: false }),
    );
    first.close({ sorted: false });
    const done = (journal: Journal) =>
      ['ok', 'mismatch', 'timeout', 'aborted', 'lost', 'limit', 'auth', 'refused', 'none'].filter(
        (id) => journal.isDone(result(id, 0)) !== false,
      );
    const again = await open(path, 'resume');
    expect(done(again)).toEqual(['ok', 'mismatch', 'timeout', 'refused']);
    expect(again.isDone(result('mismatch', 1))).toBe('schema_mismatch');
    expect(again.isDone(result('ok', 0, { inputHash: 'changed' }))).toBe(false);
    expect(again.isDone(result('new', 9))).toBe(false);
    expect(again.earlier({ id: 'timeout' })).toEqual(
      result('timeout', 2, { kind: 'timeout', retryable: false }),
    );
    again.close({ sorted: false });
    const failedToo = await open(path, 'resume', true);
    expect(done(failedToo)).toEqual(['ok']);
    failedToo.close({ sorted: false });
  });

  it('the last line of a task counts; the others go at the end', async (context) => {
    const path = journalPath(context);
    const first = await open(path);
    append(first, result('a', 0, { kind: 'aborted' }), result('b', 1));
    first.close({ sorted: false });
    const again = await open(path, 'resume');
    append(again, result('a', 0, { text: 'new' }));
    expect(idsIn(path)).toEqual(['a', 'b', 'a']);
    again.close({ sorted: false });
    expect(idsIn(path)).toEqual(['b', 'a']);
  });

  it('superseded lines that a killed batch left go when it is resumed', async (context) => {
    const path = journalPath(context);
    const lines = [result('a', 0, { kind: 'aborted' }), result('b', 1), result('a', 0), result('b', 1)];
    writeFileSync(path, lines.map((line) => `${lineOf(line)}\n`).join(''));
    const again = await open(path, 'resume');
    expect(idsIn(path)).toEqual(['a', 'b']);
    append(again, result('c', 2));
    expect(again.earlier({ id: 'c' })).toEqual(result('c', 2));
    again.close({ sorted: false });
    expect(idsIn(path)).toEqual(['a', 'b', 'c']);
  });

  it('nothing but a torn last line is lost, wherever it is torn', async (context) => {
    const path = journalPath(context);
    const whole = ['a', 'ä😀', 'c'].map((id, index) => `${lineOf(result(id, index))}\n`).join('');
    const lineEnds = [...Buffer.from(whole).entries()]
      .filter(([, byte]) => byte === 10)
      .map(([at]) => at + 1);
    for (let bytes = 0; bytes <= Buffer.byteLength(whole); bytes++) {
      writeFileSync(path, whole);
      truncateSync(path, bytes);
      const again = await open(path, 'resume');
      // A line that lacks only its line feed is whole.
      const expected = lineEnds.filter((end) => end <= bytes + 1).length;
      expect(again.results, `${bytes} bytes`).toBe(expected);
      append(again, result('next', 3));
      again.close({ sorted: false });
      expect(idsIn(path)).toEqual([...['a', 'ä😀', 'c'].slice(0, expected), 'next']);
    }
  });

  it('says that it cut one off', async (context) => {
    const path = journalPath(context);
    writeFileSync(path, `${lineOf(result('a', 0))}\n{"id":"b","ind`);
    const again = await open(path, 'resume');
    expect(again.notice).toBe('Its last line was torn: that task runs again.');
    again.close({ sorted: false });
  });

  it.each(['not json', '{"id":"x"}', '[]', '5', '{"id":1,"index":0,"inputHash":"","kind":"ok"}'])(
    'a line that no batch wrote (%s) is refused, and nothing is changed',
    async (foreign) => {
      await fc.assert(
        fc.asyncProperty(fc.constantFrom(0, 1, 2), async (at) => {
          const lines = [lineOf(result('a', 0)), lineOf(result('b', 1))];
          lines.splice(at, 0, foreign);
          const finished: (() => void)[] = [];
          const path = journalPath({ onTestFinished: (end) => void finished.push(end as () => void) });
          const text = `${lines.join('\n')}\n{"torn`;
          writeFileSync(path, text);
          await expect(open(path, 'resume')).rejects.toThrow(
            `Line ${at + 1} of results.jsonl is not a batch result; use another file, or remove that line.`,
          );
          expect(readFileSync(path, 'utf8')).toBe(text);
          expect(readdirSync(dirname(path))).toEqual(['results.jsonl']);
          for (const end of finished) end();
        }),
        { numRuns: 3 },
      );
    },
  );

  it('blank lines are passed over', async (context) => {
    const path = journalPath(context);
    writeFileSync(path, `\n${lineOf(result('a', 0))}\r\n\n`);
    const again = await open(path, 'resume');
    expect(again.results).toBe(1);
    again.close({ sorted: true });
    expect(idsIn(path)).toEqual(['a']);
  });

  it('a task may have any id', async (context) => {
    const path = journalPath(context);
    const ids = ['__proto__', 'constructor', '', ' ', '\u2028', '"', 'x'.repeat(1000)];
    const first = await open(path);
    append(first, ...ids.map((id, index) => result(id, index)));
    first.close({ sorted: false });
    const again = await open(path, 'resume');
    expect(ids.map((id, index) => again.isDone(result(id, index)))).toEqual(ids.map(() => 'ok'));
    again.close({ sorted: false });
  });

  it('is read through bounded memory', async (context) => {
    const path = journalPath(context);
    const text = 'x'.repeat(10_000);
    for (let at = 0; at < 20_000; at += 1000) {
      const lines = Array.from(
        { length: 1000 },
        (_, n) => `${lineOf(result(`t${at + n}`, at + n, { text }))}\n`,
      );
      appendFileSync(path, lines.join(''));
    }
    const before = process.memoryUsage().rss;
    const again = await open(path, 'resume');
    expect(again.results).toBe(20_000);
    expect(process.memoryUsage().rss - before).toBeLessThan(96 * 1024 ** 2);
    expect(again.isDone(result('t19999', 0))).toBe('ok');
    again.close({ sorted: true });
  });
});

describe('a full disk', () => {
  it('keeps the lines before it whole', async (context) => {
    const path = journalPath(context);
    const small = join(dirname(path), 'small');
    mkdirSync(small);
    const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', small]).status === 0;
    if (!mounted) context.skip('only root can make a small file system');
    context.onTestFinished(() => void spawnSync('umount', [small]));
    const full = join(small, 'results.jsonl');
    const journal = await open(full);
    const text = 'x'.repeat(5_000);
    const ids: string[] = [];
    expect(() => {
      for (let at = 0; at < 100; at++) {
        append(journal, result(`t${at}`, at, { text }));
        ids.push(`t${at}`);
      }
    }).toThrow('ENOSPC');
    expect(ids.length).toBeGreaterThan(5);
    expect(idsIn(full)).toEqual(ids);
    // There is no room for a sorted copy either: the journal stays as it is.
    expect(() => journal.close({ sorted: true })).toThrow('ENOSPC');
    expect(idsIn(full)).toEqual(ids);
    expect(readdirSync(small)).toEqual(['results.jsonl']);
  });
});

it('what could not be read as a task goes when it is resumed: it is read again', async (context) => {
  const path = journalPath(context);
  const first = await open(path);
  append(first, result('a', 0), result('#1', 1, { kind: 'invalid_task', ok: false }));
  first.close({ sorted: false });
  expect(idsIn(path)).toEqual(['a', '#1']);
  const again = await open(path, 'resume');
  expect(again.isDone(result('#1', 1))).toBe(false);
  append(again, result('mended', 1));
  again.close({ sorted: true });
  expect(idsIn(path)).toEqual(['a', 'mended']);
});

it('what a batch left that was killed while it rewrote its journal goes with the next one', async (context) => {
  const path = journalPath(context);
  const folder = dirname(path);
  const ours = basename(temporaryBeside(path));
  const dead = ours.replace(`-${process.pid}-`, '-5000000-');
  const others = [ours, `.results.jsonl.mine.tmp`, dead.replace('.results.', '.other.')];
  for (const name of [dead, ...others]) writeFileSync(join(folder, name), 'x');
  (await open(path)).close({ sorted: false });
  expect(readdirSync(folder).sort()).toEqual([...others, 'results.jsonl'].sort());
});

it('may have as long a name as the system takes with .lock after it', async (context) => {
  const path = join(dirname(journalPath(context)), '結果'.repeat(41));
  const journal = await open(path);
  append(journal, result('b', 1), result('a', 0));
  journal.close({ sorted: true });
  expect(idsIn(path)).toEqual(['a', 'b']);
});
