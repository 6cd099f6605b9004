import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { lockJournal } from '../../../../src/batch/journal/journal-lock.js';
import { bundleScript } from '../../../support/bundled-script.js';
import { journalPath } from './results.js';

const NAME = 'results.jsonl';

describe("a journal's lock", () => {
  it('has one owner, and is gone with it', (context) => {
    const path = journalPath(context);
    const lock = lockJournal(path, NAME);
    expect(() => lockJournal(path, NAME)).toThrow(
      `Another batch (process ${process.pid}) is writing results.jsonl; wait for its end, or give this one a file of its own.`,
    );
    lock.release();
    expect(readdirSync(dirname(path))).toEqual([]);
    lockJournal(path, NAME).release();
  });

  it('of a dead owner is taken over', async (context) => {
    const path = journalPath(context);
    const lock = lockJournal(path, NAME);
    const child = spawn('sleep', ['60']);
    context.onTestFinished(() => void child.kill('SIGKILL'));
    const other = readFileSync(`${path}.lock`, 'utf8').replace(`-${process.pid}-lock`, `-${child.pid}-lock`);
    lock.release();
    // The start time is another process's: such a pid has come round again, and its owner is dead.
    writeFileSync(`${path}.lock`, other);
    lockJournal(path, NAME).release();
    writeFileSync(`${path}.lock`, other.replace(/structured-\d+\./, 'structured-0.'));
    expect(() => lockJournal(path, NAME)).toThrow(`Another batch (process ${child.pid})`);
    child.kill('SIGKILL');
    await once(child, 'exit');
    lockJournal(path, NAME).release();
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it('of an owner that only looks dead, being stopped, is not', (context) => {
    const path = journalPath(context);
    const lock = lockJournal(path, NAME);
    const longAgo = new Date(Date.now() - 3_600_000);
    utimesSync(`${path}.lock`, longAgo, longAgo);
    expect(() => lockJournal(path, NAME)).toThrow('Another batch');
    lock.release();
  });

  it('of another machine is taken over once it shows no sign of life', (context) => {
    const path = journalPath(context);
    writeFileSync(`${path}.lock`, 'other-host codex-structured-1.1-1-lock\n');
    expect(() => lockJournal(path, NAME)).toThrow('of another machine or container');
    const longAgo = new Date(Date.now() - 61_000);
    utimesSync(`${path}.lock`, longAgo, longAgo);
    const lock = lockJournal(path, NAME);
    expect(readFileSync(`${path}.lock`, 'utf8')).not.toContain('other-host');
    lock.release();
  });

  it('that somebody else has taken meanwhile is not released', (context) => {
    const path = journalPath(context);
    const lock = lockJournal(path, NAME);
    writeFileSync(`${path}.lock`, 'other-host codex-structured-1.1-1-lock\n');
    lock.release();
    expect(existsSync(`${path}.lock`)).toBe(true);
  });

  it('of a dead owner is taken over by one of many alone, however they race', async (context) => {
    const path = journalPath(context);
    const script = await bundleScript('test/support/race-for-lock.ts', dirname(path));
    const times = 25;
    const racers = Array.from({ length: 4 }, () =>
      promisify(execFile)(process.execPath, ['--no-warnings', script, path, String(times)]),
    );
    const ends = await Promise.all(racers);
    expect(ends.map(({ stdout }) => stdout)).toEqual(racers.map(() => String(times)));
    expect(readdirSync(dirname(path)).sort()).toEqual(['results.jsonl.lock', 'script.cjs']);
  });
});
