import { AbortedBySignal } from '../../../codex/turn-request.js';
import type { CliIo, EndingSignal } from '../../io.js';
import { signalExitCode } from '../../watch/signals.js';

/** Signals to a batch. */
export interface BatchSignals {
  /** Once aborted, no more tasks start. */
  readonly drain: AbortSignal;
  /** Once aborted, running tasks are aborted. */
  readonly abort: AbortSignal;
  /** Returns the exit code for the first signal that arrived; null if none did. */
  exitCode(): number | null;
  /** Starts no more tasks, as after the first SIGINT. */
  drainNow(): void;
  end(): void;
}

/**
 * Watches for signals. After the first SIGINT, no more tasks start; the second aborts the running tasks; the third
 * exits at once. SIGTERM and SIGHUP abort immediately, since their senders do not ask twice.
 */
export function watchBatchSignals(
  io: CliIo,
  callbacks: { readonly print: (sentence: string) => void; readonly beforeExit: () => void },
): BatchSignals {
  const { print, beforeExit } = callbacks;
  const drain = new AbortController();
  const abort = new AbortController();
  let first: EndingSignal | null = null;
  const off = io.onSignal((signal) => {
    first ??= signal;
    if (abort.signal.aborted) {
      beforeExit();
      return io.exitNow(signalExitCode(signal));
    }
    const isSecond = drain.signal.aborted;
    drain.abort(new AbortedBySignal(signal));
    if (signal === 'SIGINT' && !isSecond) {
      print(`${signal}: no new tasks; running tasks will finish. Press Ctrl-C again to abort them.`);
      return;
    }
    abort.abort(new AbortedBySignal(signal));
    print(`${signal}: aborting the running tasks. Press Ctrl-C again to exit at once.`);
  });
  return {
    drain: drain.signal,
    abort: abort.signal,
    exitCode: () => (first === null ? null : signalExitCode(first)),
    drainNow: () => drain.abort(),
    end: off,
  };
}
