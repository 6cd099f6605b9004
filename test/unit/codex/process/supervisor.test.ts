import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { Supervisor } from '../../../../src/codex/process/supervisor.js';
import { AbortedBySignal, DEFAULT_LIMITS, type TurnLimits } from '../../../../src/codex/turn-request.js';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

function supervise(limits: Partial<TurnLimits>, more: { signal?: AbortSignal; elapsedMs?: number } = {}) {
  const stop = vi.fn();
  const supervisor = new Supervisor({
    limits: { ...DEFAULT_LIMITS, ...limits },
    elapsedMs: 0,
    stop,
    ...more,
  });
  return { supervisor, stop };
}

test('without limits, codex is never stopped', () => {
  const { supervisor, stop } = supervise({});
  vi.advanceTimersByTime(1e9);
  expect(stop).not.toHaveBeenCalled();
  expect(supervisor.cause).toBeNull();
});

test('the overall limit counts from the request, not from the spawn', () => {
  const { supervisor, stop } = supervise({ timeoutMs: 1000 }, { elapsedMs: 400 });
  vi.advanceTimersByTime(599);
  expect(stop).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(stop).toHaveBeenCalledTimes(1);
  expect(supervisor.cause).toEqual({ kind: 'timeout', limit: 'overall', ms: 1000 });
});

test('an overall limit that is used up before the spawn stops codex at once', () => {
  const { stop } = supervise({ timeoutMs: 100 }, { elapsedMs: 5000 });
  vi.advanceTimersByTime(1);
  expect(stop).toHaveBeenCalledTimes(1);
});

test('the first cause is kept, and codex is stopped once', () => {
  const abort = new AbortController();
  const { supervisor, stop } = supervise({ timeoutMs: 500, idleTimeoutMs: 100 }, { signal: abort.signal });
  vi.advanceTimersByTime(150);
  abort.abort();
  vi.advanceTimersByTime(1000);
  expect(supervisor.cause).toEqual({ kind: 'timeout', limit: 'idle', ms: 100 });
  expect(stop).toHaveBeenCalledTimes(1);
});

test('every byte restarts the idle timeout', () => {
  const { supervisor, stop } = supervise({ idleTimeoutMs: 100 });
  for (let i = 0; i < 20; i += 1) {
    vi.advanceTimersByTime(90);
    supervisor.touch();
  }
  expect(stop).not.toHaveBeenCalled();
});

test.each([
  [new AbortedBySignal('SIGTERM'), 'SIGTERM'],
  [undefined, null],
])('an abort because of %o', (reason, signal) => {
  const abort = new AbortController();
  const { supervisor } = supervise({}, { signal: abort.signal });
  abort.abort(reason);
  expect(supervisor.cause).toEqual({ kind: 'aborted', signal });
});

test('after the release, no limit applies', () => {
  const abort = new AbortController();
  const { supervisor, stop } = supervise(
    { timeoutMs: 10, idleTimeoutMs: 10, exitGraceMs: 10 },
    { signal: abort.signal },
  );
  supervisor.terminalSeen(true);
  supervisor.release();
  abort.abort();
  vi.advanceTimersByTime(1000);
  expect(stop).not.toHaveBeenCalled();
  expect(supervisor).toMatchObject({ cause: null, lingered: false });
});

test('a codex that lingers is stopped after the grace, without a cause', () => {
  const { supervisor, stop } = supervise({ exitGraceMs: 100 });
  supervisor.terminalSeen(true);
  vi.advanceTimersByTime(99);
  supervisor.terminalSeen(true);
  vi.advanceTimersByTime(1);
  expect(stop).toHaveBeenCalledTimes(1);
  expect(supervisor).toMatchObject({ cause: null, lingered: true });
});

test('another turn resets the terminal event', () => {
  const { supervisor, stop } = supervise({ exitGraceMs: 100 });
  supervisor.terminalSeen(true);
  vi.advanceTimersByTime(50);
  supervisor.terminalSeen(false);
  vi.advanceTimersByTime(1000);
  expect(stop).not.toHaveBeenCalled();
});

test('the idle timeout applies to a turn that starts after the end of another', () => {
  const { supervisor } = supervise({ exitGraceMs: 0, idleTimeoutMs: 100 });
  supervisor.terminalSeen(true);
  vi.advanceTimersByTime(1000);
  supervisor.touch();
  supervisor.terminalSeen(false);
  vi.advanceTimersByTime(250);
  expect(supervisor.cause).toEqual({ kind: 'timeout', limit: 'idle', ms: 100 });
});

test('after the answer, the idle timeout does not apply and the overall limit only shortens the grace', () => {
  const { supervisor, stop } = supervise({ exitGraceMs: 60_000, timeoutMs: 500, idleTimeoutMs: 100 });
  supervisor.terminalSeen(true);
  vi.advanceTimersByTime(499);
  expect(stop).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(supervisor).toMatchObject({ cause: null, lingered: true });
});

test('an abort during the grace is the cause', () => {
  const abort = new AbortController();
  const { supervisor } = supervise({ exitGraceMs: 100 }, { signal: abort.signal });
  supervisor.terminalSeen(true);
  abort.abort();
  expect(supervisor).toMatchObject({ cause: { kind: 'aborted', signal: null }, lingered: false });
});

test('one signal for many turns at once does not emit a warning', () => {
  const warned = vi.spyOn(process, 'emitWarning').mockImplementation(() => {});
  const abort = new AbortController();
  const turns = Array.from({ length: 30 }, () => supervise({}, { signal: abort.signal }));
  abort.abort();
  expect(turns.every(({ stop }) => stop.mock.calls.length === 1)).toBe(true);
  expect(warned).not.toHaveBeenCalled();
  warned.mockRestore();
});
