import { exitCodeOf } from '../../outcome/exit-codes.js';
import { AbortedBySignal } from '../../transports/transport.js';
import type { CliIo, EndingSignal } from '../io.js';
import type { Messenger } from '../output/messenger.js';

/** SIGINT, SIGTERM and SIGHUP as an AbortSignal, from now until `end`. */
export interface SignalWatch {
  readonly signal: AbortSignal;
  end(): void;
}

const ANNOUNCE_AFTER_MS = 1000;

/**
 * The first signal asks the run to end in an orderly way; another one ends it at once, for whoever does not
 * want to wait for a codex that takes its time.
 */
export function watchSignals(io: CliIo, messenger: Messenger): SignalWatch {
  const controller = new AbortController();
  let announcement: NodeJS.Timeout | undefined;
  const off = io.onSignal((signal) => {
    if (controller.signal.aborted) return io.exitNow(signalExitCode(signal));
    announcement = setTimeout(() => {
      messenger.error(`${signal}: stopping codex; press Ctrl-C again to kill it.`);
    }, ANNOUNCE_AFTER_MS);
    controller.abort(new AbortedBySignal(signal));
  });
  return {
    signal: controller.signal,
    end() {
      clearTimeout(announcement);
      off();
    },
  };
}

/** The exit status for a signal that such an AbortSignal stands for. */
export function abortedExitCode(aborted: AbortSignal): number {
  return signalExitCode(aborted.reason instanceof AbortedBySignal ? aborted.reason.signal : 'SIGINT');
}

/** The exit status of a command that this signal has ended. */
export function signalExitCode(signal: EndingSignal): number {
  const base = { ok: false, message: '', workMayHaveRun: true, retryable: false } as const;
  return exitCodeOf({ ...base, kind: 'aborted', signal });
}
