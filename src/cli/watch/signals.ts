import { AbortedBySignal } from '../../codex/turn-request.js';
import { exitCodeOf } from '../../outcome/exit-codes.js';
import type { CliIo, EndingSignal } from '../io.js';
import type { Messenger } from '../output/messenger.js';

/** SIGINT, SIGTERM and SIGHUP as an AbortSignal until `end` is called. */
export interface SignalWatch {
  readonly signal: AbortSignal;
  end(): void;
}

const ANNOUNCE_AFTER_MS = 1000;

/** The first signal stops the run in an orderly way; another one exits at once, in case codex takes long to stop. */
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

/** Returns the exit code for the signal that aborted the AbortSignal. */
export function abortedExitCode(aborted: AbortSignal): number {
  return signalExitCode(aborted.reason instanceof AbortedBySignal ? aborted.reason.signal : 'SIGINT');
}

/** Returns the exit code of a command that was stopped by this signal. */
export function signalExitCode(signal: EndingSignal): number {
  const base = { ok: false, message: '', workMayHaveRun: true, retryable: false } as const;
  return exitCodeOf({ ...base, kind: 'aborted', signal });
}

/** Does work that SIGINT, SIGTERM and SIGHUP abort through its signal. */
export async function withSignals<T>(
  io: CliIo,
  messenger: Messenger,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const watch = watchSignals(io, messenger);
  try {
    return await work(watch.signal);
  } finally {
    watch.end();
  }
}
