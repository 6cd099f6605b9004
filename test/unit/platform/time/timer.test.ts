import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { SilenceTimer, startTimer } from '../../../../src/platform/time/timer.js';

beforeEach(() => {
  vi.useFakeTimers({
    toFake: ['setTimeout', 'clearTimeout', 'setImmediate', 'clearImmediate', 'performance'],
  });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('startTimer', () => {
  test('fires once, after its time', () => {
    const expired = vi.fn();
    startTimer(100, expired);
    vi.advanceTimersByTime(99);
    expect(expired).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1000);
    expect(expired).toHaveBeenCalledTimes(1);
  });

  test('never fires for 0 or if canceled, and not at once if the time is too long for a timer', () => {
    const expired = vi.fn();
    startTimer(0, expired);
    startTimer(10, expired)();
    startTimer(2 ** 40, expired);
    vi.advanceTimersByTime(1_000_000);
    expect(expired).not.toHaveBeenCalled();
  });
});

describe('SilenceTimer', () => {
  test('counts from the last touch', () => {
    const silent = vi.fn();
    const timer = new SilenceTimer(100, silent);
    vi.advanceTimersByTime(80);
    timer.touch();
    vi.advanceTimersByTime(80);
    expect(silent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(50);
    expect(silent).toHaveBeenCalledTimes(1);
  });

  test('reads pending input first if the event loop was blocked', () => {
    const silent = vi.fn();
    const timer = new SilenceTimer(100, silent);
    // Node reads pending input after the timers of a round and before its immediates.
    setTimeout(() => timer.touch(), 100);
    vi.advanceTimersByTime(120);
    expect(silent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(silent).toHaveBeenCalledTimes(1);
  });

  test('never calls back once it is stopped', () => {
    const silent = vi.fn();
    const timer = new SilenceTimer(100, silent);
    timer.stop();
    vi.advanceTimersByTime(1000);
    expect(silent).not.toHaveBeenCalled();
  });
});
