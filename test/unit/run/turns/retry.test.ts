import { describe, expect, it } from 'vitest';
import { resume } from '../../../../src/codex/builders.js';
import { retryDelayMs } from '../../../../src/run/turns/retry-policy.js';
import type { RetryWait } from '../../../../src/run/turns/turns-options.js';
import { FakeClock } from './fake-time-source.js';
import { ADA, answers, attempts, command, fails, play } from './script.js';

const BUSY = 'exceeded retry limit, last status: 429 Too Many Requests';

describe('a temporary failure', () => {
  it('is retried after a wait that doubles each time', async () => {
    const told: RetryWait[] = [];
    const { outcome, asked, waits } = await play({
      scripts: [fails(BUSY), fails(BUSY), fails(BUSY), answers(ADA)],
      options: { retry: 3, onRetry: (retry) => told.push(retry) },
    });
    expect(outcome).toMatchObject({ ok: true, value: ADA, detail: { durationMs: 40 + 3500 } });
    expect(waits).toEqual([500, 1000, 2000]);
    expect(attempts(outcome)).toEqual([
      { kind: 'turn_failed', durationMs: 10 },
      { kind: 'turn_failed', durationMs: 10, cause: 'retry', waitedMs: 500 },
      { kind: 'turn_failed', durationMs: 10, cause: 'retry', waitedMs: 1000 },
      { kind: 'ok', durationMs: 10, cause: 'retry', waitedMs: 2000 },
    ]);
    expect(told[1]).toMatchObject({ retry: 2, of: 3, waitMs: 1000, kind: 'turn_failed' });
    expect(asked.map(({ subcommand, prompt }) => [subcommand, prompt])).toEqual(
      Array.from({ length: 4 }, () => ['exec', 'Who?']),
    );
  });

  it('is the outcome after the last retry', async () => {
    const { outcome, asked } = await play({ scripts: [fails(BUSY)], options: { retry: 2 } });
    expect(outcome).toMatchObject({ kind: 'turn_failed', error: { code: 'rate_limit' }, retryable: true });
    expect(asked).toHaveLength(3);
  });

  it('may be a busy CODEX_HOME', async () => {
    const locked = { exitCode: 1, stderr: 'Error: database is locked' };
    const { outcome } = await play({ scripts: [locked, answers(ADA)], options: { retry: 1 } });
    expect(attempts(outcome)).toMatchObject([{ kind: 'process_failed' }, { kind: 'ok' }]);
  });

  it('of the latest thread is retried on that thread', async () => {
    const { asked } = await play({
      scripts: [fails(BUSY), answers(ADA)],
      options: { retry: 1 },
      command: resume({ last: true }, 'x'),
    });
    expect(asked[1]).toMatchObject({ session: 't' });
  });

  it.each([
    'unexpected status 401 Unauthorized',
    'You’ve hit your usage limit. Try again at Jan 1st, 2030 12:01 AM.',
    '{"error":{"code":"invalid_json_schema","message":"Invalid schema for response_format"}}',
    'something else',
  ])('is not %j', async (message) => {
    const { asked } = await play({ scripts: [fails(message), answers(ADA)], options: { retry: 3 } });
    expect(asked).toHaveLength(1);
  });

  it('is not retried if work may have run, unless retryUnsafe is set', async () => {
    const scripts = [fails(BUSY, command(0)), answers(ADA)] as const;
    const safe = await play({ scripts: [...scripts], options: { retry: 3 } });
    expect(safe.asked).toHaveLength(1);
    expect(safe.outcome).toMatchObject({ kind: 'turn_failed', workMayHaveRun: true });
    const unsafe = await play({ scripts: [...scripts], options: { retry: 3, retryUnsafe: true } });
    expect(unsafe.outcome).toMatchObject({ ok: true, detail: { toolCalls: { total: 1 } } });
  });

  it('in a repair is retried there, on the thread', async () => {
    const { outcome, asked } = await play({
      scripts: [answers({}, command(0)), fails(BUSY), answers(ADA)],
      options: { repair: 1, retry: 1 },
    });
    expect(attempts(outcome)).toMatchObject([
      { kind: 'schema_mismatch' },
      { kind: 'turn_failed', cause: 'repair' },
      { kind: 'ok', cause: 'retry' },
    ]);
    expect(asked[2]).toEqual(asked[1]);
  });
});

describe('a wait', () => {
  it('is as long as the error says, plus up to 10 %', async () => {
    const { waits } = await play({
      scripts: [fails('rate limit reached, please try again in 20s.'), answers(ADA)],
      options: { retry: 1 },
    });
    expect(waits).toEqual([21_000]);
  });

  it.each([
    [{ timeoutMs: 20_000 }, 'try again in 20s', 'would exceed the time limit'],
    [{}, 'try again in 6h', 'more than the maximum'],
  ])('that cannot be (%j, %s) is not begun', async (limits, words, why) => {
    const { outcome, waits } = await play({
      scripts: [fails(`rate limit reached, ${words}.`), answers(ADA)],
      options: { retry: 1, ...limits },
    });
    expect(waits).toEqual([]);
    expect(outcome).toMatchObject({
      kind: 'turn_failed',
      detail: { notices: [{ kind: 'not_asked_again', message: expect.stringContaining(why) }] },
    });
  });

  it('counts towards the time limit', async () => {
    const { requests } = await play({
      scripts: [fails(BUSY), answers(ADA)],
      options: { retry: 1, timeoutMs: 10_000 },
    });
    expect(requests.map(({ limits }) => limits.timeoutMs)).toEqual([10_000, 9_500]);
  });

  it('is stopped by an abort', async () => {
    const controller = new AbortController();
    const clock = new FakeClock(0, 0.5, () => controller.abort());
    const { outcome } = await play({
      scripts: [fails(BUSY), answers(ADA)],
      options: { retry: 5, signal: controller.signal },
      clock,
    });
    expect(outcome.kind).toBe('aborted');
    expect(attempts(outcome)).toMatchObject([{ kind: 'turn_failed' }, { kind: 'aborted' }]);
  });
});

describe('retryDelayMs', () => {
  const now = Date.parse('2030-01-01T00:00:00Z');
  const facts = { message: '', resetsAt: undefined, earlier: 0, now, random: 0.5 };

  it.each([
    [{ earlier: 4 }, 8_000],
    [{ earlier: 40 }, 30_000],
    [{ random: 0 }, 0],
    [{ random: 0, message: 'Please try again in 6m0s.' }, 360_000],
    [{ random: 0, message: 'try again in 1.5 seconds' }, 1_500],
    [{ random: 0, message: 'Please try again in 28ms. Visit x' }, 28],
    [{ random: 0, message: 'Retry after 1 hour and 5 minutes' }, 3_900_000],
    [{ message: 'reached after 20 tries' }, 500],
    [{ random: 0, resetsAt: '2030-01-01T00:00:10Z' }, 10_000],
    [{ resetsAt: '2029-01-01T00:00:10Z' }, 500],
    [{ resetsAt: 'soon' }, 500],
  ])('of %j is %i', (changed, expected) => {
    expect(retryDelayMs({ ...facts, ...changed })).toBe(expected);
  });
});
