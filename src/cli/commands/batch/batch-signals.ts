import { AbortedBySignal } from '../../../codex/turn-request.js';
import type { CliIo, EndingSignal } from '../../io.js';
import { signalExitCode } from '../../watch/signals.js';

/** What signals ask of a batch, in steps. */
export interface BatchSignals {
  /** No further tasks are to be taken. */
  readonly drain: AbortSignal;
  /** Those that run are to be aborted. */
  readonly abort: AbortSignal;
  /** The exit code that says which signal came; null where none did. */
  exitCode(): number | null;
  /** As the first SIGINT does, without one: no further tasks. */
  stopTaking(): void;
  end(): void;
}

/** How people hear of it. */
export interface SignalNotices {
  readonly say: (sentence: string) => void;
  /** The process is about to end: what is drawn on the terminal goes. */
  readonly leave: () => void;
}

/**
 * SIGINT once: no further tasks; again: those that run are aborted; a third time: the process ends at once.
 * SIGTERM and SIGHUP come from who will not ask twice, and abort.
 */
export function watchBatchSignals(io: CliIo, people: SignalNotices): BatchSignals {
  const { say, leave } = people;
  const stop = new AbortController();
  const abort = new AbortController();
  let first: EndingSignal | null = null;
  const off = io.onSignal((signal) => {
    first ??= signal;
    if (abort.signal.aborted) {
      leave();
      return io.exitNow(signalExitCode(signal));
    }
    if (signal === 'SIGINT' && !stop.signal.aborted) {
      stop.abort(new AbortedBySignal(signal));
      say(`${signal}: no further tasks are taken, those that run end; once more aborts them.`);
      return;
    }
    stop.abort(new AbortedBySignal(signal));
    abort.abort(new AbortedBySignal(signal));
    say(`${signal}: the tasks that run are aborted; once more ends at once.`);
  });
  return {
    drain: stop.signal,
    abort: abort.signal,
    exitCode: () => (first === null ? null : signalExitCode(first)),
    stopTaking: () => stop.abort(),
    end: off,
  };
}
