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

  test('0 is never; a cancelled one is never; one too long for a timer does not fire at once', () => {
    const expired = vi.fn();
    startTimer(0, expired);
    startTimer(10, expired)();
    startTimer(2 ** 40, expired);
    vi.advanceTimersByTime(1_000_000);
    expect(expired).not.toHaveBeenCalled();
  });
});

describe('SilenceTimer', () => {
  test('counts from what was heard last', () => {
    const silent = vi.fn();
    const timer = new SilenceTimer(100, silent);
    vi.advanceTimersByTime(80);
    timer.touch();
    vi.advanceTimersByTime(80);
    expect(silent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(50);
    expect(silent).toHaveBeenCalledTimes(1);
  });

  test('what came in while the event loop was blocked is heard before it is judged', () => {
    const silent = vi.fn();
    const timer = new SilenceTimer(100, silent);
    // Input that waits is read after the timers of the same round, before its immediates.
    setTimeout(() => timer.touch(), 100);
    vi.advanceTimersByTime(120);
    expect(silent).not.toHaveBeenCalled();
    vi.advanceTimersByTime(100);
    expect(silent).toHaveBeenCalledTimes(1);
  });

  test('a stopped one is silent for good', () => {
    const silent = vi.fn();
    const timer = new SilenceTimer(100, silent);
    timer.stop();
    vi.advanceTimersByTime(1000);
    expect(silent).not.toHaveBeenCalled();
  });
});
