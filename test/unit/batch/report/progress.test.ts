import { Writable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { BatchResult } from '../../../../src/batch/batch-result.js';
import { SummaryAccumulator } from '../../../../src/batch/engine/summary-accumulator.js';
import type { CliIo } from '../../../../src/cli/io.js';
import { Messenger } from '../../../../src/cli/output/messenger.js';
import { startBatchProgress } from '../../../../src/cli/watch/batch-progress.js';
import { key, mismatch, ok } from './sample-results.js';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

class Screen {
  text = '';
  readonly io: CliIo;

  constructor(isTerminal: boolean, env: Record<string, string> = {}) {
    const stderr = new Writable({
      write: (chunk: Buffer, _encoding, done) => {
        this.text += chunk.toString();
        done();
      },
    });
    // Of a process, only what progress is shown with.
    this.io = { stderr, env, stderrIsTerminal: () => isTerminal } as Partial<CliIo> as CliIo;
  }

  lines(): string[] {
    return this.text.split('\n').slice(0, -1);
  }

  async start(quiet = false) {
    const totals = new SummaryAccumulator();
    const progress = await startBatchProgress({
      io: this.io,
      messenger: new Messenger(this.io),
      quiet,
      totals,
    });
    return {
      ...progress,
      finished(result: BatchResult): void {
        totals.add(result);
        progress.finished(result);
      },
    };
  }
}

const WAIT = {
  retry: 1,
  of: 3,
  waitMs: 8000,
  kind: 'turn_failed',
  message: 'rate limit of s3cret-key',
} as const;

describe('progress where nobody watches', () => {
  it('is a line at steps of 10%, and else every 10 seconds where something has changed', async () => {
    const screen = new Screen(false);
    const progress = await screen.start();
    progress.total(1000);
    let index = 0;
    const finish = (count: number) => {
      for (let n = 0; n < count; n++) progress.finished(ok(`t${index}`, index++));
    };
    finish(1);
    vi.advanceTimersByTime(9500);
    expect(screen.lines()).toEqual([]);
    vi.advanceTimersByTime(500);
    expect(screen.lines()).toEqual(['batch: 1/1,000 0%, 1.2k tokens, 1 ok']);
    // Nothing has changed.
    vi.advanceTimersByTime(30_000);
    expect(screen.lines()).toHaveLength(1);
    finish(1);
    expect(screen.lines()).toHaveLength(2);
    vi.advanceTimersByTime(3000);
    finish(199);
    expect(screen.lines()).toHaveLength(3);
    expect(screen.lines()[2]).toMatch(/^batch: 100\/1,000 10%, /);
    progress.end();
    vi.advanceTimersByTime(600_000);
    expect(screen.lines()).toHaveLength(3);
  });

  it('does not flood the log of a quick batch, nor that of a long one', async () => {
    const quick = new Screen(false);
    const fast = await quick.start();
    fast.total(5000);
    for (let at = 0; at < 5000; at++) {
      fast.finished(ok(`t${at}`, at));
      vi.advanceTimersByTime(1);
    }
    fast.end();
    expect(quick.lines().length).toBeLessThanOrEqual(3);

    const long = new Screen(false);
    const slow = await long.start();
    for (let hour = 0; hour < 10 * 720; hour++) {
      slow.finished(ok(`t${hour}`, hour));
      vi.advanceTimersByTime(5000);
    }
    slow.end();
    // Ten hours: a line a minute.
    expect(long.lines().length).toBeLessThan(700);
    expect(long.lines().length).toBeGreaterThan(500);
  });

  it('shows once a minute that it is alive', async () => {
    const screen = new Screen(false);
    const progress = await screen.start();
    progress.started(key('a', 0));
    vi.advanceTimersByTime(180_000);
    expect(screen.lines()).toEqual(Array(3).fill('batch: 0 done, total not known yet'));
    progress.end();
  });

  it('tells of retries now and then, without secrets', async () => {
    const screen = new Screen(false, { MY_TOKEN: 's3cret-key' });
    const progress = await screen.start();
    for (let at = 0; at < 50; at++) {
      progress.started(key(`t${at}`, at));
      progress.retry(key(`t${at}`, at), WAIT);
    }
    expect(screen.lines()).toEqual(['batch: turn_failed: rate limit of [hidden] Retrying in 8 s.']);
    progress.end();
  });

  it('says nothing with --quiet but notices', async () => {
    const screen = new Screen(false);
    const progress = await screen.start(true);
    progress.retry(key('a', 0), WAIT);
    progress.finished(mismatch('a', 0));
    vi.advanceTimersByTime(600_000);
    progress.notice('The app server was restarted.');
    progress.end();
    expect(screen.lines()).toEqual(['codex-structured: The app server was restarted.']);
  });

  it('a dumb terminal is treated as a log', async () => {
    const screen = new Screen(true, { TERM: 'dumb' });
    const progress = await screen.start();
    progress.finished(ok('a', 0));
    vi.advanceTimersByTime(10_000);
    progress.end();
    expect(screen.lines()).toEqual(['batch: 1 done, total not known yet, 1.2k tokens, 1 ok']);
  });
});
